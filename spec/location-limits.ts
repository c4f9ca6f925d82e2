/** Limits on suggestions of the locations lookup (§4.9, §9); `spec/openapi.yaml` has the same. */

/** The default `limit`. */
export const USUAL_LOCATIONS = 10;

/** The largest `limit`. */
export const MOST_LOCATIONS = 30;
