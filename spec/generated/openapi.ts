// Generated from spec/openapi.yaml by `npm run generate`; do not edit.

export interface paths {
    "/api/v1/jobs-search/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search current postings of all companies
         * @description Searches the latest six months; without dates, the latest two.
         */
        post: operations["searchJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/company-jobs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search current postings of one company
         * @description Takes a company profile URL, and returns the company's details with its postings.
         */
        post: operations["searchCompanyJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/company-jobs/historical/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search historical postings of one company
         * @description Works like the current company search, six years back, at twice the price.
         */
        post: operations["searchCompanyJobsHistorical"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs-search/historical/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search historical postings of all companies
         * @description Works like the current direct search, six years back, at twice the price.
         */
        post: operations["searchJobsHistorical"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/company-jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search postings of one company (deprecated)
         * @deprecated
         * @description Replaced by `searchCompanyJobs`. Names a company by profile URL, name or domain, pages by
         *     `next_cursor`, and answers errors with an error object.
         */
        post: operations["searchCompanyJobsLegacy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/job-boards": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List job boards
         * @description Returns boards with a name that contains `q`, or all without `q`, in alphabetical order.
         */
        get: operations["listJobBoards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/departments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List departments
         * @description Returns departments with a name that contains `q`, or all without `q`, in alphabetical order.
         */
        get: operations["listDepartments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/locations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest locations
         * @description Places that match `q`, best first, without repetition. Use a `value` unchanged as a location filter.
         */
        get: operations["listLocations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credits/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the credit balance
         * @description The caller's balance now, which can be zero or negative. Free, and without a search.
         */
        get: operations["getCreditBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        OperationKey: string;
        /** Format: date */
        Day: string;
        /** @enum {string} */
        Department: "Accounting" | "Administration" | "Arts and Design" | "Business Development" | "Communications" | "Community and Social Services" | "Compliance" | "Corporate Affairs" | "Corporate Strategy" | "Customer Experience" | "Customer Success" | "Customer Support" | "Data Analytics" | "Design" | "Education" | "Engineering" | "Facilities Management" | "Finance" | "Government Relations" | "Healthcare Services" | "Human Resources" | "Information Technology" | "Legal" | "Marketing" | "Operations" | "Product Management" | "Project Management" | "Public Relations" | "Purchasing" | "Quality Assurance" | "Real Estate" | "Research" | "Sales" | "Security" | "Software Engineering" | "Supply Chain" | "Support" | "Web Development";
        /** @enum {string} */
        Industry: "Accounting" | "Airlines/Aviation" | "Alternative Dispute Resolution" | "Alternative Medicine" | "Animation" | "Apparel & Fashion" | "Architecture & Planning" | "Arts and Crafts" | "Automotive" | "Aviation & Aerospace" | "Banking" | "Biotechnology" | "Broadcast Media" | "Building Materials" | "Business Supplies and Equipment" | "Capital Markets" | "Chemicals" | "Civic & Social Organization" | "Civil Engineering" | "Commercial Real Estate" | "Computer & Network Security" | "Computer Games" | "Computer Hardware" | "Computer Networking" | "Computer Software" | "Construction" | "Consumer Electronics" | "Consumer Goods" | "Consumer Services" | "Cosmetics" | "Dairy" | "Defense & Space" | "Design" | "E-Learning" | "Education Management" | "Electrical/Electronic Manufacturing" | "Entertainment" | "Environmental Services" | "Events Services" | "Executive Office" | "Facilities Services" | "Farming" | "Financial Services" | "Fine Art" | "Fishery" | "Food & Beverages" | "Food Production" | "Fund-Raising" | "Furniture" | "Gambling & Casinos" | "Glass, Ceramics & Concrete" | "Government Administration" | "Government Relations" | "Graphic Design" | "Health, Wellness and Fitness" | "Higher Education" | "Hospital & Health Care" | "Hospitality" | "Human Resources" | "Import and Export" | "Individual & Family Services" | "Industrial Automation" | "Information Services" | "Information Technology and Services" | "Insurance" | "International Affairs" | "International Trade and Development" | "Internet" | "Investment Banking" | "Investment Management" | "Judiciary" | "Law Enforcement" | "Law Practice" | "Legal Services" | "Legislative Office" | "Leisure, Travel & Tourism" | "Libraries" | "Logistics and Supply Chain" | "Luxury Goods & Jewelry" | "Machinery" | "Management Consulting" | "Maritime" | "Market Research" | "Marketing and Advertising" | "Mechanical or Industrial Engineering" | "Media Production" | "Medical Devices" | "Medical Practice" | "Mental Health Care" | "Military" | "Mining & Metals" | "Mobile Games" | "Motion Pictures and Film" | "Museums and Institutions" | "Music" | "Nanotechnology" | "Newspapers" | "Nonprofit Organization Management" | "Oil & Energy" | "Online Media" | "Outsourcing/Offshoring" | "Package/Freight Delivery" | "Packaging and Containers" | "Paper & Forest Products" | "Performing Arts" | "Pharmaceuticals" | "Philanthropy" | "Photography" | "Plastics" | "Political Organization" | "Primary/Secondary Education" | "Printing" | "Professional Training & Coaching" | "Program Development" | "Public Policy" | "Public Relations and Communications" | "Public Safety" | "Publishing" | "Railroad Manufacture" | "Ranching" | "Real Estate" | "Recreational Facilities and Services" | "Religious Institutions" | "Renewables & Environment" | "Research" | "Restaurants" | "Retail" | "Security and Investigations" | "Semiconductors" | "Shipbuilding" | "Software Development" | "Sporting Goods" | "Sports" | "Staffing and Recruiting" | "Supermarkets" | "Telecommunications" | "Textiles" | "Think Tanks" | "Tobacco" | "Translation and Localization" | "Transportation/Trucking/Railroad" | "Utilities" | "Venture Capital & Private Equity" | "Veterinary" | "Warehousing" | "Wholesale" | "Wine and Spirits" | "Wireless" | "Writing and Editing";
        /** @description An industry, in any letter case. JSON Schema cannot ignore case, so the pattern has both cases of each letter. */
        IndustryInAnyCase: string;
        /** @enum {string} */
        JobType: "Full Time" | "Part Time" | "Contract" | "Internship" | "Volunteer";
        /** @enum {string} */
        SeniorityLevel: "Entry Level" | "Mid Level" | "Executive Level";
        /** @description A place. All given members must match. A `value` of the locations lookup can be used unchanged. */
        LocationItem: {
            country?: components["schemas"]["PlaceName"];
            state?: components["schemas"]["PlaceName"];
            city?: components["schemas"]["PlaceName"];
        };
        PlaceName: string | null;
        /** @description Any of these places */
        Locations: components["schemas"]["LocationItem"][];
        Departments: components["schemas"]["Department"][];
        /** @description Letter case does not matter */
        Industries: (components["schemas"]["Industry"] | components["schemas"]["IndustryInAnyCase"])[];
        JobTypes: components["schemas"]["JobType"][];
        SeniorityLevels: components["schemas"]["SeniorityLevel"][];
        /** @description Values of the job-boards lookup; letter case does not matter */
        JobBoards: components["schemas"]["JobBoard"][];
        JobBoard: string;
        /**
         * @description Words and phrases; equal ones count once. The specification does not mention terms without letters and digits; the
         *     mock refuses them with 422, and also more than 1,000 different terms in all keyword fields together.
         */
        Terms: components["schemas"]["Term"][];
        Term: string;
        /**
         * @default and
         * @enum {string}
         */
        Mode: "and" | "or";
        /** @description Any of the title terms, any of the description terms; `mode` joins the two blocks */
        Keywords: {
            title?: components["schemas"]["Terms"];
            description?: components["schemas"]["Terms"];
            mode?: components["schemas"]["Mode"];
        };
        /** @description Leaves out jobs that hold all of the terms (mode `and`), or any of them (mode `or`) */
        LegacyExcludedKeywords: {
            title?: components["schemas"]["Terms"];
            description?: components["schemas"]["Terms"];
            mode?: components["schemas"]["Mode"];
        };
        KeywordBlock: {
            mode?: components["schemas"]["Mode"];
            terms?: components["schemas"]["Terms"];
        };
        /** @description Title block, description block and nested groups, joined by `mode` */
        KeywordGroup: {
            mode?: components["schemas"]["Mode"];
            title?: components["schemas"]["KeywordBlock"];
            description?: components["schemas"]["KeywordBlock"];
            groups?: components["schemas"]["KeywordGroup"][];
        };
        KeywordGroups: components["schemas"]["KeywordGroup"][];
        /** @description [timestamp, cursor_id] of the previous answer, passed back unchanged; null for the first page */
        Cursor: (string | number)[] | null;
        /** @description Filters over all companies; every field is optional */
        DirectSearchRequest: {
            jobs_locations?: components["schemas"]["Locations"];
            exclude_jobs_locations?: components["schemas"]["Locations"];
            /**
             * @description true: only remote, false: only not remote, null: both
             * @default null
             */
            is_remote?: boolean | null;
            /**
             * @description true: only jobs with a country
             * @default null
             */
            country_exists?: boolean | null;
            /** @description Not more than six months ago; default: two months ago */
            published_after?: components["schemas"]["Day"];
            /** @description Later than published_after; default: tomorrow */
            published_before?: components["schemas"]["Day"];
            department?: components["schemas"]["Departments"];
            industry?: components["schemas"]["Industries"];
            job_type?: components["schemas"]["JobTypes"];
            seniority_level?: components["schemas"]["SeniorityLevels"];
            /** @description true: only jobs with salary data */
            salary_data_available?: boolean | null;
            /** @description false: without known recruiting agencies, true: only theirs */
            is_agency?: boolean | null;
            job_keywords?: components["schemas"]["Keywords"];
            exclude_job_keywords?: components["schemas"]["Keywords"];
            /** @description Every group must match */
            advanced_job_keywords?: components["schemas"]["KeywordGroups"];
            /** @description A job that matches one of these groups is left out */
            advanced_exclude_job_keywords?: components["schemas"]["KeywordGroups"];
            /**
             * @description true: only jobs from job boards, false: only career-page postings
             * @default null
             */
            job_boards?: boolean | null;
            include_job_boards?: components["schemas"]["JobBoards"];
            exclude_job_boards?: components["schemas"]["JobBoards"];
            /** @default true */
            exclude_duplicates?: boolean;
            /**
             * @description Jobs on a page; 10 to 100 are recommended
             * @default 100
             */
            limit?: number;
            search_after?: components["schemas"]["Cursor"];
        };
        /** @description Filters over one company; an industry field is ignored here */
        CompanySearchRequest: {
            /** @description Company profile URL: {network_url}/company/ and the company identifier */
            company_network_url: string;
            /** @description Widens the match; name variants from enrichment are combined */
            company_name?: string;
            /** @description Context for enrichment */
            company_domain?: string;
            /**
             * @description true: match company names loosely
             * @default false
             */
            company_broad_search?: boolean;
            jobs_locations?: components["schemas"]["Locations"];
            exclude_jobs_locations?: components["schemas"]["Locations"];
            /**
             * @description true: only remote, false: only not remote, null: both
             * @default null
             */
            is_remote?: boolean | null;
            /**
             * @description true: only jobs with a country
             * @default null
             */
            country_exists?: boolean | null;
            /** @description Not more than six months ago; default: six calendar months ago plus one day */
            published_after?: components["schemas"]["Day"];
            /** @description Later than published_after; default: today */
            published_before?: components["schemas"]["Day"];
            department?: components["schemas"]["Departments"];
            job_type?: components["schemas"]["JobTypes"];
            seniority_level?: components["schemas"]["SeniorityLevels"];
            /** @description true: only jobs with salary data */
            salary_data_available?: boolean | null;
            job_keywords?: components["schemas"]["Keywords"];
            exclude_job_keywords?: components["schemas"]["Keywords"];
            /** @description Every group must match */
            advanced_job_keywords?: components["schemas"]["KeywordGroups"];
            /** @description A job that matches one of these groups is left out */
            advanced_exclude_job_keywords?: components["schemas"]["KeywordGroups"];
            /**
             * @description true: only jobs from job boards, false: only career-page postings
             * @default null
             */
            job_boards?: boolean | null;
            include_job_boards?: components["schemas"]["JobBoards"];
            exclude_job_boards?: components["schemas"]["JobBoards"];
            /** @default true */
            exclude_duplicates?: boolean;
            /**
             * @description Jobs on a page
             * @default 100
             */
            limit?: number;
            search_after?: components["schemas"]["Cursor"];
        };
        /** @description Filters over one company in history */
        HistoricalCompanySearchRequest: {
            /** @description Company profile URL: {network_url}/company/ and the company identifier */
            company_network_url: string;
            /** @description Widens the match; name variants from enrichment are combined */
            company_name?: string;
            /** @description Context for enrichment */
            company_domain?: string;
            /**
             * @description true: match company names loosely
             * @default false
             */
            company_broad_search?: boolean;
            jobs_locations?: components["schemas"]["Locations"];
            exclude_jobs_locations?: components["schemas"]["Locations"];
            /**
             * @description true: only remote, false: only not remote, null: both
             * @default null
             */
            is_remote?: boolean | null;
            /**
             * @description true: only jobs with a country
             * @default null
             */
            country_exists?: boolean | null;
            /** @description Not more than six years ago, which is the default */
            published_after?: components["schemas"]["Day"];
            /** @description Later than published_after; default: today */
            published_before?: components["schemas"]["Day"];
            department?: components["schemas"]["Departments"];
            industry?: components["schemas"]["Industries"];
            job_type?: components["schemas"]["JobTypes"];
            seniority_level?: components["schemas"]["SeniorityLevels"];
            /**
             * @description true: only jobs with salary data (reading historical-salary-default)
             * @default true
             */
            salary_data_available?: boolean | null;
            /**
             * @description false: without known recruiting agencies, true: agencies included
             * @default true
             */
            is_agency?: boolean | null;
            job_keywords?: components["schemas"]["Keywords"];
            exclude_job_keywords?: components["schemas"]["Keywords"];
            /** @description Every group must match (reading historical-advanced-keywords) */
            advanced_job_keywords?: components["schemas"]["KeywordGroups"];
            /** @description A job that matches one of these groups is left out (reading historical-advanced-keywords) */
            advanced_exclude_job_keywords?: components["schemas"]["KeywordGroups"];
            /**
             * @description true: only jobs from job boards, false: only career-page postings
             * @default null
             */
            job_boards?: boolean | null;
            include_job_boards?: components["schemas"]["JobBoards"];
            exclude_job_boards?: components["schemas"]["JobBoards"];
            /** @default true */
            exclude_duplicates?: boolean;
            /**
             * @description Jobs on a page
             * @default 100
             */
            limit?: number;
            search_after?: components["schemas"]["Cursor"];
        };
        /** @description Filters over all companies in history (reading historical-direct-body) */
        HistoricalDirectSearchRequest: {
            jobs_locations?: components["schemas"]["Locations"];
            exclude_jobs_locations?: components["schemas"]["Locations"];
            /**
             * @description true: only remote, false: only not remote, null: both
             * @default null
             */
            is_remote?: boolean | null;
            /**
             * @description true: only jobs with a country
             * @default null
             */
            country_exists?: boolean | null;
            /** @description Not more than six years ago, which is the default */
            published_after?: components["schemas"]["Day"];
            /** @description Later than published_after; default: today */
            published_before?: components["schemas"]["Day"];
            department?: components["schemas"]["Departments"];
            industry?: components["schemas"]["Industries"];
            job_type?: components["schemas"]["JobTypes"];
            seniority_level?: components["schemas"]["SeniorityLevels"];
            /** @description true: only jobs with salary data */
            salary_data_available?: boolean | null;
            /** @description false: without known recruiting agencies, true: only theirs */
            is_agency?: boolean | null;
            job_keywords?: components["schemas"]["Keywords"];
            exclude_job_keywords?: components["schemas"]["Keywords"];
            /** @description Every group must match */
            advanced_job_keywords?: components["schemas"]["KeywordGroups"];
            /** @description A job that matches one of these groups is left out */
            advanced_exclude_job_keywords?: components["schemas"]["KeywordGroups"];
            /**
             * @description true: only jobs from job boards, false: only career-page postings
             * @default null
             */
            job_boards?: boolean | null;
            include_job_boards?: components["schemas"]["JobBoards"];
            exclude_job_boards?: components["schemas"]["JobBoards"];
            /** @default true */
            exclude_duplicates?: boolean;
            /**
             * @description Jobs on a page
             * @default 100
             */
            limit?: number;
            search_after?: components["schemas"]["Cursor"];
        };
        /** @description Names a company in at least one of three ways */
        LegacySearchRequest: {
            /** @description Company profile URL: {network_url}/company/ and the company identifier; enough by itself */
            company_network_url?: string;
            /** @description Name of the company; enough by itself */
            company_name?: string;
            /** @description Web domain of the company, such as acme.example; enough by itself */
            company_domain?: string;
            /**
             * @description true: match company names loosely
             * @default false
             */
            company_broad_search?: boolean;
            jobs_locations?: components["schemas"]["Locations"];
            /**
             * @description true: only remote, false: only not remote, null: both
             * @default null
             */
            is_remote?: boolean | null;
            /** @description The specification shows no limit and no default; the kit takes those of searchCompanyJobs (reading legacy-window) */
            published_after?: components["schemas"]["Day"];
            /** @description Later than published_after; default as on searchCompanyJobs (reading legacy-window) */
            published_before?: components["schemas"]["Day"];
            department?: components["schemas"]["Departments"];
            job_type?: components["schemas"]["JobTypes"];
            seniority_level?: components["schemas"]["SeniorityLevels"];
            job_keywords?: components["schemas"]["Keywords"];
            exclude_job_keywords?: components["schemas"]["LegacyExcludedKeywords"];
            /**
             * @description true: only jobs from job boards, false: only career-page postings
             * @default null
             */
            job_boards?: boolean | null;
            include_job_boards?: components["schemas"]["JobBoards"];
            exclude_job_boards?: components["schemas"]["JobBoards"];
            /** @default true */
            exclude_duplicates?: boolean;
            /**
             * @description false: without known recruiting agencies (reading legacy-agency)
             * @default true
             */
            is_agency?: boolean | null;
            /**
             * @description Jobs on a page
             * @default 100
             */
            limit?: number;
            /** @description Cursor of the previous answer; null or absent for the first page */
            next_cursor?: string | null;
        } | unknown | unknown | unknown;
        /** @description A posting. Any field is null when the posting lacks it. */
        Job: {
            /** @description Position title */
            "Job Title": string | null;
            /** @description Employment type, such as Full Time */
            "Job Type": string | null;
            /** @description The whole text of the posting */
            "Job Description": string | null;
            /** @description The hiring company */
            "Company Name": string | null;
            City: string | null;
            /** @description State, province or region */
            State: string | null;
            Country: string | null;
            "Is Remote": boolean | null;
            /**
             * Format: date
             * @description Day of posting
             */
            "Post Date": string | null;
            /** @description Day on which the posting expires, if it says so */
            "Valid Through": string | null;
            /** @description Address of the original listing */
            "Job URL": string | null;
            /** @description Direct application link */
            "Apply URL": string | null;
            /** @description The board the posting comes from */
            "Job Board": string | null;
            /** @description Address of the company's logo */
            "Logo URL": string | null;
            /** @description Inferred departments */
            "Department Name": string[] | null;
            /** @description Inferred by machine, for jobs in English */
            "Seniority Level": string | null;
            /** @description Salary as the posting words it */
            "Salary Offered": string | null;
            /** @description Lower bound */
            "Salary From": number | null;
            /** @description Upper bound */
            "Salary To": number | null;
            /** @description Currency code, such as EUR */
            "Salary Currency": string | null;
            /** @description Taken from the description */
            Skills: string[] | null;
        };
        CompanyLocation: {
            city?: string | null;
            state?: string | null;
            /** @description Country code */
            country?: string | null;
            is_headquarters?: boolean | null;
            /** @description On the legacy endpoint only */
            address_line1?: string | null;
        };
        CompanyDetails: {
            company_name: string;
            description?: string | null;
            industry?: string | null;
            employee_data?: {
                headcount?: number | null;
                /** @description A bucket, such as 201-500 or 10001+ */
                size_range?: string | null;
            } | null;
            website?: string | null;
            /** @description Company profile URL */
            network_url?: string | null;
            locations?: components["schemas"]["CompanyLocation"][] | null;
            founded_date?: {
                year?: number | null;
            } | null;
            /** @description Not on the legacy endpoint */
            tagline?: string | null;
            specialties?: string[] | null;
        };
        DirectSearchData: {
            jobs: components["schemas"]["Job"][];
            /** @description Jobs in this answer */
            total: number;
            /** @description Matches on all pages */
            total_jobs_found: number;
            /** @description Credits that this request cost */
            credits_used: number;
            /** @description Balance after this request */
            credits_remaining: number;
            search_after: components["schemas"]["Cursor"];
        };
        CompanySearchData: {
            /** @description Null when the profile URL leads to no known company */
            company_details: components["schemas"]["CompanyDetails"] | null;
            jobs: components["schemas"]["Job"][];
            /** @description Jobs in this answer */
            total: number;
            /** @description Matches on all pages */
            total_jobs_found: number;
            /** @description Credits that this request cost */
            credits_used: number;
            /** @description Balance after this request */
            credits_remaining: number;
            search_after: components["schemas"]["Cursor"];
        };
        LegacySearchData: {
            /** @description Null when the profile URL leads to no known company */
            company_details: components["schemas"]["CompanyDetails"] | null;
            jobs: components["schemas"]["Job"][];
            /** @description Jobs in this answer */
            total: number;
            /** @description Matches on all pages */
            total_jobs_found: number;
            /** @description Credits that this request cost */
            credits_used: number;
            /** @description Balance after this request */
            credits_remaining: number;
            /** @description Null on the last page */
            next_cursor: string | null;
        };
        DirectSearchResult: {
            /**
             * @constant
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["DirectSearchData"];
            /** @description Null with results; an explanation when nothing matched */
            error: string | null;
        } | components["schemas"]["FailedSearch"];
        CompanySearchResult: {
            /**
             * @constant
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["CompanySearchData"];
            /** @description Null with results; an explanation when nothing matched */
            error: string | null;
        } | components["schemas"]["FailedSearch"];
        LegacySearchResult: {
            /**
             * @constant
             * @enum {boolean}
             */
            success: true;
            data: components["schemas"]["LegacySearchData"];
            error: components["schemas"]["LegacyMessage"];
        } | components["schemas"]["FailedLegacySearch"];
        /** @description Null with results; an explanation when nothing matched, as a text or, on a deployment that reads it so (reading legacy-empty-message), in an object */
        LegacyMessage: (string | null) | {
            message: string;
        };
        /** @description A search that did not complete; `data` can still hold empty results */
        FailedSearch: {
            /**
             * @constant
             * @enum {boolean}
             */
            success: false;
            data: {
                jobs?: components["schemas"]["Job"][];
            } | null;
            error: string | null;
        };
        /** @description A legacy search that did not complete; `data` can still hold empty results */
        FailedLegacySearch: {
            /**
             * @constant
             * @enum {boolean}
             */
            success: false;
            data: {
                jobs?: components["schemas"]["Job"][];
            } | null;
            error: components["schemas"]["LegacyMessage"];
        };
        Option: {
            label: string;
            /** @description Pass this on unchanged */
            value: string;
        };
        JobBoardList: {
            job_boards: components["schemas"]["Option"][];
        };
        DepartmentList: {
            departments: components["schemas"]["Option"][];
        };
        LocationOption: {
            label: string;
            value: {
                country: string;
                state: string | null;
                city: string | null;
            };
        };
        LocationList: {
            locations: components["schemas"]["LocationOption"][];
        };
        /** @description The source does not show this body (reading balance-body), which contains the balance as an integer */
        CreditBalance: {
            credits_remaining?: number;
            /** @description Start of the billing cycle: a date from the mock, any value from other deployments */
            cycle_start?: unknown;
            /** @description Start of the next cycle: a date from the mock, any value from other deployments */
            cycle_end?: unknown;
        };
        Detail: {
            detail: string;
        };
        ValidationIssue: {
            loc?: (string | number)[];
            msg: string;
            type: string;
        };
        ValidationDetail: {
            detail: components["schemas"]["ValidationIssue"][];
        };
        /** @description The source does not say whether this is a sentence or a list */
        ReferenceValidationDetail: components["schemas"]["ValidationDetail"] | components["schemas"]["Detail"];
        ErrorEnvelope: {
            /**
             * @constant
             * @enum {boolean}
             */
            success: false;
            data: null;
            error: {
                code: string;
                message: string;
                details: unknown[];
            };
        };
        ErrorEnvelopeOrDetail: components["schemas"]["ErrorEnvelope"] | components["schemas"]["Detail"];
        PlainText: string;
    };
    responses: {
        /** @description The operation key or the identity of the request is not valid */
        BadRequest: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description The operation key, the company profile URL or a job board is not valid */
        CompanyBadRequest: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description The key is missing or invalid, on a deployment that answers 401 here (reading auth-status) */
        Unauthorized: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The new postings of this page cost more than the balance; nothing is delivered or charged */
        PaymentRequired: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description The key is missing, invalid or inactive */
        Forbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description The key is missing, invalid or inactive, or has no access to history */
        HistoricalForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description The operation key belongs to another request, or its billing period has ended */
        Conflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description The body is larger than the deployment reads; the specification names no such limit */
        TooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description A field of the body is not valid */
        ValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ValidationDetail"];
            };
        };
        /** @description Too many requests in a minute; nothing is delivered or charged */
        RateLimited: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description Something unexpected went wrong */
        ServerError: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["PlainText"];
            };
        };
        /** @description The search is unavailable for now, or its complete result is too large to keep; nothing is charged */
        Unavailable: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Idempotency-Key": components["headers"]["OperationKeyOnError"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description The request names no company, or an unknown job board */
        LegacyBadRequest: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The key is missing or invalid */
        LegacyUnauthorized: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelopeOrDetail"];
            };
        };
        /** @description The new postings of this page cost more than the balance; nothing is delivered or charged */
        LegacyPaymentRequired: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelopeOrDetail"];
            };
        };
        /** @description The key is inactive */
        LegacyForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelopeOrDetail"];
            };
        };
        /** @description The operation key belongs to another request, or its billing period has ended, on a deployment that heeds it here (reading legacy-idempotency) */
        LegacyConflict: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelopeOrDetail"];
            };
        };
        /** @description The body is larger than the deployment reads; the specification names no such limit */
        LegacyTooLarge: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description A field of the body is not valid */
        LegacyValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Too many requests in a minute; nothing is delivered or charged */
        LegacyRateLimited: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Something unexpected went wrong; the source gives both forms */
        LegacyServerError: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
                "text/plain": components["schemas"]["PlainText"];
            };
        };
        /** @description The search is unavailable for now; nothing is charged */
        LegacyUnavailable: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelopeOrDetail"];
            };
        };
        /** @description The key is missing or invalid, on a deployment that answers 401 here (reading lookup-auth-status) */
        ReferenceUnauthorized: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelopeOrDetail"];
            };
        };
        /** @description The key is missing, invalid or inactive */
        ReferenceForbidden: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description A query parameter is not valid */
        ReferenceValidationFailed: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ReferenceValidationDetail"];
            };
        };
        /** @description Too many requests in a minute; the specification names no limit here */
        ReferenceRateLimited: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description Something unexpected went wrong */
        ReferenceServerError: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "text/plain": components["schemas"]["PlainText"];
            };
        };
        /** @description Account information, or location suggestions, are unavailable for now */
        ReferenceUnavailable: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
        /** @description Account information is unavailable for now */
        BalanceUnavailable: {
            headers: {
                "X-Request-ID": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Detail"];
            };
        };
    };
    parameters: {
        /**
         * @description An operation key of the caller's choosing. Sent again with the same endpoint and body in the same billing
         *     period it fetches the answer that was lost; with another body it is refused. Use a new one for every new
         *     search, changed request and further page. When none is sent, the answer carries one that was made for it.
         * @example use_v1_import-2026-03-01-page-1
         */
        OperationKeyHeader: components["schemas"]["OperationKey"];
        /**
         * @description An operation key, which a deployment ignores or treats as the other searches do (reading legacy-idempotency).
         * @example use_v1_import-2026-03-01-page-1
         */
        LegacyOperationKeyHeader: components["schemas"]["OperationKey"];
        /**
         * @description Part of a name, in any letter case; white space around it is ignored. Blank is the same as absent.
         * @example harbor
         */
        NameQuery: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description A UUID that the server makes for each attempt
         * @example 0b0c4b1e-9a53-4f0e-8a57-0d7f6f1f3c55
         */
        RequestId: string;
        /**
         * @description The operation key that holds for this search, the caller's own or one made by the server
         * @example use_v1_import-2026-03-01-page-1
         */
        EffectiveOperationKey: components["schemas"]["OperationKey"];
        /**
         * @description The operation key of this search, if the deployment supports it (reading legacy-idempotency)
         * @example use_v1_import-2026-03-01-page-1
         */
        LegacyOperationKey: components["schemas"]["OperationKey"];
        /**
         * @description The operation key of the refused attempt, if the deployment returns it
         * @example use_v1_import-2026-03-01-page-1
         */
        OperationKeyOnError: components["schemas"]["OperationKey"];
        /**
         * @description Whole seconds to wait before the next attempt
         * @example 17
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    searchJobs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An operation key of the caller's choosing. Sent again with the same endpoint and body in the same billing
                 *     period it fetches the answer that was lost; with another body it is refused. Use a new one for every new
                 *     search, changed request and further page. When none is sent, the answer carries one that was made for it.
                 * @example use_v1_import-2026-03-01-page-1
                 */
                "Idempotency-Key"?: components["parameters"]["OperationKeyHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectSearchRequest"];
            };
        };
        responses: {
            /** @description A page of postings */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    "Idempotency-Key": components["headers"]["EffectiveOperationKey"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectSearchResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchCompanyJobs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An operation key of the caller's choosing. Sent again with the same endpoint and body in the same billing
                 *     period it fetches the answer that was lost; with another body it is refused. Use a new one for every new
                 *     search, changed request and further page. When none is sent, the answer carries one that was made for it.
                 * @example use_v1_import-2026-03-01-page-1
                 */
                "Idempotency-Key"?: components["parameters"]["OperationKeyHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CompanySearchRequest"];
            };
        };
        responses: {
            /** @description A page of postings, with the details of the company */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    "Idempotency-Key": components["headers"]["EffectiveOperationKey"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySearchResult"];
                };
            };
            400: components["responses"]["CompanyBadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchCompanyJobsHistorical: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An operation key of the caller's choosing. Sent again with the same endpoint and body in the same billing
                 *     period it fetches the answer that was lost; with another body it is refused. Use a new one for every new
                 *     search, changed request and further page. When none is sent, the answer carries one that was made for it.
                 * @example use_v1_import-2026-03-01-page-1
                 */
                "Idempotency-Key"?: components["parameters"]["OperationKeyHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HistoricalCompanySearchRequest"];
            };
        };
        responses: {
            /** @description A page of postings, with the details of the company */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    "Idempotency-Key": components["headers"]["EffectiveOperationKey"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySearchResult"];
                };
            };
            400: components["responses"]["CompanyBadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["HistoricalForbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchJobsHistorical: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An operation key of the caller's choosing. Sent again with the same endpoint and body in the same billing
                 *     period it fetches the answer that was lost; with another body it is refused. Use a new one for every new
                 *     search, changed request and further page. When none is sent, the answer carries one that was made for it.
                 * @example use_v1_import-2026-03-01-page-1
                 */
                "Idempotency-Key"?: components["parameters"]["OperationKeyHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HistoricalDirectSearchRequest"];
            };
        };
        responses: {
            /** @description A page of postings */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    "Idempotency-Key": components["headers"]["EffectiveOperationKey"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DirectSearchResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["HistoricalForbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["ValidationFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["ServerError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchCompanyJobsLegacy: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description An operation key, which a deployment ignores or treats as the other searches do (reading legacy-idempotency).
                 * @example use_v1_import-2026-03-01-page-1
                 */
                "Idempotency-Key"?: components["parameters"]["LegacyOperationKeyHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegacySearchRequest"];
            };
        };
        responses: {
            /** @description A page of postings, with the details of the company */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    "Idempotency-Key": components["headers"]["LegacyOperationKey"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LegacySearchResult"];
                };
            };
            400: components["responses"]["LegacyBadRequest"];
            401: components["responses"]["LegacyUnauthorized"];
            402: components["responses"]["LegacyPaymentRequired"];
            403: components["responses"]["LegacyForbidden"];
            409: components["responses"]["LegacyConflict"];
            413: components["responses"]["LegacyTooLarge"];
            422: components["responses"]["LegacyValidationFailed"];
            429: components["responses"]["LegacyRateLimited"];
            500: components["responses"]["LegacyServerError"];
            503: components["responses"]["LegacyUnavailable"];
        };
    };
    listJobBoards: {
        parameters: {
            query?: {
                /**
                 * @description Part of a name, in any letter case; white space around it is ignored. Blank is the same as absent.
                 * @example harbor
                 */
                q?: components["parameters"]["NameQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Job boards, sorted by name */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobBoardList"];
                };
            };
            401: components["responses"]["ReferenceUnauthorized"];
            403: components["responses"]["ReferenceForbidden"];
            422: components["responses"]["ReferenceValidationFailed"];
            429: components["responses"]["ReferenceRateLimited"];
            500: components["responses"]["ReferenceServerError"];
            503: components["responses"]["ReferenceUnavailable"];
        };
    };
    listDepartments: {
        parameters: {
            query?: {
                /**
                 * @description Part of a name, in any letter case; white space around it is ignored. Blank is the same as absent.
                 * @example harbor
                 */
                q?: components["parameters"]["NameQuery"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Departments, sorted by name */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DepartmentList"];
                };
            };
            401: components["responses"]["ReferenceUnauthorized"];
            403: components["responses"]["ReferenceForbidden"];
            422: components["responses"]["ReferenceValidationFailed"];
            429: components["responses"]["ReferenceRateLimited"];
            500: components["responses"]["ReferenceServerError"];
            503: components["responses"]["ReferenceUnavailable"];
        };
    };
    listLocations: {
        parameters: {
            query: {
                /**
                 * @description At least 3 characters that are not white space, at most 200 in all. White space around it is ignored.
                 * @example berlin
                 */
                q: string;
                /**
                 * @description The most suggestions to return
                 * @example 5
                 */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Location suggestions, most relevant first */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocationList"];
                };
            };
            401: components["responses"]["ReferenceUnauthorized"];
            403: components["responses"]["ReferenceForbidden"];
            422: components["responses"]["ReferenceValidationFailed"];
            429: components["responses"]["ReferenceRateLimited"];
            500: components["responses"]["ReferenceServerError"];
            503: components["responses"]["ReferenceUnavailable"];
        };
    };
    getCreditBalance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance */
            200: {
                headers: {
                    "X-Request-ID": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditBalance"];
                };
            };
            401: components["responses"]["ReferenceUnauthorized"];
            403: components["responses"]["ReferenceForbidden"];
            422: components["responses"]["ReferenceValidationFailed"];
            429: components["responses"]["ReferenceRateLimited"];
            500: components["responses"]["ReferenceServerError"];
            503: components["responses"]["BalanceUnavailable"];
        };
    };
}
