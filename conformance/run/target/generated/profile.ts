// Generated from conformance/run/target/profile.schema.yaml by `npm run generate`; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Profile: {
            target?: string;
            keys?: {
                active?: components["schemas"]["Secret"];
                second?: components["schemas"]["Secret"];
                inactive?: components["schemas"]["Secret"];
                zero?: components["schemas"]["Secret"];
                negative?: components["schemas"]["Secret"];
                small?: components["schemas"]["Secret"];
                ungranted?: components["schemas"]["Secret"];
            };
            adminUrl?: string;
            adminToken?: components["schemas"]["Secret"];
            networkUrl?: string;
            companyUrl?: components["schemas"]["CompanyUrl"];
            companyName?: string;
            companyDomain?: string;
            emptyCompanyUrl?: components["schemas"]["CompanyUrl"];
            hugeCompanyUrl?: components["schemas"]["CompanyUrl"];
            balancePointer?: string;
            rateLimits?: {
                searchJobs?: components["schemas"]["RateLimit"];
                searchCompanyJobs?: components["schemas"]["RateLimit"];
                searchCompanyJobsHistorical?: components["schemas"]["RateLimit"];
                searchJobsHistorical?: components["schemas"]["RateLimit"];
                searchCompanyJobsLegacy?: components["schemas"]["RateLimit"];
                listJobBoards?: components["schemas"]["RateLimit"];
                listDepartments?: components["schemas"]["RateLimit"];
                listLocations?: components["schemas"]["RateLimit"];
                getCreditBalance?: components["schemas"]["RateLimit"];
            };
            absent?: unknown;
            readings?: {
                /** @enum {unknown} */
                "auth-status"?: "403" | "401";
                /** @enum {unknown} */
                "legacy-auth-status"?: "401" | "403";
                /** @enum {unknown} */
                "lookup-auth-status"?: "403" | "401";
                /** @enum {unknown} */
                "legacy-refusal-form"?: "envelope" | "detail";
                /** @enum {unknown} */
                "error-order"?: "auth-first";
                /** @enum {unknown} */
                "malformed-json"?: "422" | "400";
                /** @enum {unknown} */
                "profile-url-shape"?: "400" | "422";
                /** @enum {unknown} */
                "null-profile-url"?: "400" | "422";
                /** @enum {unknown} */
                "legacy-missing-identity"?: "400" | "422";
                /** @enum {unknown} */
                "legacy-unaffordable"?: "envelope" | "detail";
                /** @enum {unknown} */
                "legacy-empty-message"?: "text" | "object";
                /** @enum {unknown} */
                "legacy-snapshot"?: "unbound" | "bound";
                /** @enum {unknown} */
                "unknown-path"?: "not-found";
                /** @enum {unknown} */
                "unknown-field"?: "ignored" | "422";
                /** @enum {unknown} */
                "strict-types"?: "422" | "coerced";
                /** @enum {unknown} */
                "date-bounds"?: "half-open" | "inclusive";
                /** @enum {unknown} */
                "oldest-allowed"?: "same-day" | "day-before";
                /** @enum {unknown} */
                "company-default-window"?: "until-midnight";
                /** @enum {unknown} */
                "legacy-window"?: "as-company";
                /** @enum {unknown} */
                calendar?: "utc" | "zone";
                /** @enum {unknown} */
                "historical-window-today"?: "excluded" | "included";
                /** @enum {unknown} */
                order?: "newest-first" | "other";
                /** @enum {unknown} */
                "end-of-results"?: "null" | "empty-page";
                /** @enum {unknown} */
                "page-fullness"?: "full" | "short";
                /** @enum {unknown} */
                "absent-fields"?: "null" | "left-out";
                /** @enum {unknown} */
                "lookup-order"?: "label" | "value";
                /** @enum {unknown} */
                "keyword-match"?: "whole-words" | "substring" | "stemmed";
                /** @enum {unknown} */
                "one-block-exclusion"?: "both-blocks";
                /** @enum {unknown} */
                "department-match"?: "any-of";
                /** @enum {unknown} */
                "unknown-board"?: "422" | "400" | "nothing";
                /** @enum {unknown} */
                "value-case"?: "refused" | "nothing";
                /** @enum {unknown} */
                "unknown-value"?: "422" | "400";
                /** @enum {unknown} */
                "company-page"?: "no-board";
                /** @enum {unknown} */
                duplicate?: "same-place" | "still-counted";
                /** @enum {unknown} */
                "unknown-company"?: "empty";
                /** @enum {unknown} */
                "empty-location-item"?: "ignored" | "422";
                /** @enum {unknown} */
                "bad-cursor"?: "422" | "400";
                /** @enum {unknown} */
                "historical-agency"?: "include" | "only";
                /** @enum {unknown} */
                "legacy-agency"?: "include" | "only";
                /** @enum {unknown} */
                "historical-salary-default"?: "true" | "none";
                /** @enum {unknown} */
                "historical-advanced-keywords"?: "applied" | "ignored";
                /** @enum {unknown} */
                "historical-direct-body"?: "direct-fields";
                /** @enum {unknown} */
                "historical-access"?: "every-key" | "granted";
                /** @enum {unknown} */
                "historical-floor"?: "later";
                /** @enum {unknown} */
                "v3-path"?: "absent" | "alias";
                /** @enum {unknown} */
                cycle?: "anchor-month";
                /** @enum {unknown} */
                "cycle-turn"?: "midnight" | "instant";
                /** @enum {unknown} */
                "paid-across-endpoints"?: "free";
                /** @enum {unknown} */
                "historical-no-credits"?: "402" | "403";
                /** @enum {unknown} */
                "replay-body"?: "stored" | "fresh-balance";
                /** @enum {unknown} */
                "unchanged-body"?: "equal-json" | "equal-bytes";
                /** @enum {unknown} */
                "failed-attempt-key"?: "reusable" | "used-by-402";
                /** @enum {unknown} */
                "changed-after-failure"?: "conflict" | "accepted";
                /** @enum {unknown} */
                "concurrent-same-key"?: "waits" | "409";
                /** @enum {unknown} */
                "key-scope"?: "account" | "endpoint";
                /** @enum {unknown} */
                "made-keys"?: "new-each-time" | "same-for-same-request";
                /** @enum {unknown} */
                "effective-key-on-errors"?: "present" | "absent";
                /** @enum {unknown} */
                "legacy-idempotency"?: "ignored" | "honoured";
                /** @enum {unknown} */
                "balance-body"?: "credits-remaining" | "other";
                /** @enum {unknown} */
                "rate-window"?: "sliding" | "fixed-minutes";
                /** @enum {unknown} */
                "rate-others"?: "default" | "none";
                /** @enum {unknown} */
                "rate-counting"?: "all-authenticated";
                /** @enum {unknown} */
                "retry-after-zero"?: "at-least-1" | "0";
                /** @enum {unknown} */
                "passing-failure"?: "refused" | "in-other-ways";
                /** @enum {unknown} */
                "moving-data"?: "still" | "moving";
            };
            budget?: {
                credits?: components["schemas"]["Ceiling"];
                requests?: components["schemas"]["Ceiling"];
                minutes?: components["schemas"]["Ceiling"];
            };
            headers?: {
                [key: string]: components["schemas"]["Secret"];
            };
            ca?: string;
            timeoutSeconds?: components["schemas"]["Seconds"];
            maxWaitSeconds?: components["schemas"]["Seconds"];
        };
        Secret: {
            env: string;
        };
        CompanyUrl: string;
        Ceiling: number | null;
        Seconds: number;
        RateLimit: number | {
            requests: number;
            seconds?: components["schemas"]["Seconds"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
