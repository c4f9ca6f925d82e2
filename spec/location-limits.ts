/** The default and the largest `limit` of the locations lookup (§4.9, §9), as in `spec/openapi.yaml`. */
export const USUAL_LOCATIONS = 10;
export const MOST_LOCATIONS = 30;
