// Generated from test/independent-service/body.schema.yaml by `npm run generate`; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Fields: {
            jobs_locations?: components["schemas"]["Location"][];
            exclude_jobs_locations?: components["schemas"]["Location"][];
            is_remote?: boolean | null;
            country_exists?: boolean | null;
            job_boards?: boolean | null;
            salary_data_available?: boolean | null;
            is_agency?: boolean | null;
            exclude_duplicates?: boolean;
            company_broad_search?: boolean;
            department?: components["schemas"]["Department"][];
            job_type?: components["schemas"]["JobType"][];
            seniority_level?: components["schemas"]["Level"][];
            industry?: components["schemas"]["Industry"][];
            job_keywords?: components["schemas"]["Keywords"];
            exclude_job_keywords?: components["schemas"]["Keywords"];
            advanced_job_keywords?: components["schemas"]["Groups"];
            advanced_exclude_job_keywords?: components["schemas"]["Groups"];
            limit?: number;
            company_network_url?: string | null;
            company_name?: string | null;
            company_domain?: string | null;
        };
        Department: string;
        Industry: string;
        JobType: string;
        Level: string;
        Location: {
            country?: string | null;
            state?: string | null;
            city?: string | null;
        };
        /** @enum {unknown} */
        Mode: "and" | "or";
        Terms: string[];
        Keywords: {
            title?: components["schemas"]["Terms"];
            description?: components["schemas"]["Terms"];
            mode?: components["schemas"]["Mode"];
        };
        Block: {
            mode?: components["schemas"]["Mode"];
            terms?: components["schemas"]["Terms"];
        };
        Groups: components["schemas"]["Group"][];
        Group: {
            mode?: components["schemas"]["Mode"];
            title?: components["schemas"]["Block"];
            description?: components["schemas"]["Block"];
            groups?: components["schemas"]["Groups"];
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
