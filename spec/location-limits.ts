/** How many suggestions the locations lookup gives (§4.9, §9); `spec/openapi.yaml` has the same. */

/** Without a `limit`. */
export const USUAL_LOCATIONS = 10;

/** The largest `limit`. */
export const MOST_LOCATIONS = 30;
