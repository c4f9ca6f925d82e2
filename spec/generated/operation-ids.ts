// Generated from spec/openapi.yaml by `npm run generate`; do not edit.

export const operationIds = [
  "searchJobs",
  "searchCompanyJobs",
  "searchCompanyJobsHistorical",
  "searchJobsHistorical",
  "searchCompanyJobsLegacy",
  "listJobBoards",
  "listDepartments",
  "listLocations",
  "getCreditBalance"
] as const;

export type OperationId = (typeof operationIds)[number];
