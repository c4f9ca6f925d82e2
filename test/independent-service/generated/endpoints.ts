// Generated from test/independent-service/endpoints.yaml by `npm run generate`; do not edit.

export const FIELDS = {
  "shared": [
    "jobs_locations",
    "is_remote",
    "published_after",
    "published_before",
    "department",
    "job_type",
    "seniority_level",
    "job_keywords",
    "exclude_job_keywords",
    "job_boards",
    "include_job_boards",
    "exclude_job_boards",
    "exclude_duplicates",
    "limit"
  ],
  "current": [
    "exclude_jobs_locations",
    "country_exists",
    "salary_data_available",
    "advanced_job_keywords",
    "advanced_exclude_job_keywords",
    "search_after"
  ],
  "company": [
    "company_network_url",
    "company_name",
    "company_domain",
    "company_broad_search"
  ]
} as const;

export const SEARCHES = {
  "/api/v1/jobs-search/search": {
    "id": "direct",
    "rate": 200,
    "price": 1,
    "limits": [
      1,
      100
    ],
    "fields": [
      [
        "jobs_locations",
        "is_remote",
        "published_after",
        "published_before",
        "department",
        "job_type",
        "seniority_level",
        "job_keywords",
        "exclude_job_keywords",
        "job_boards",
        "include_job_boards",
        "exclude_job_boards",
        "exclude_duplicates",
        "limit"
      ],
      [
        "exclude_jobs_locations",
        "country_exists",
        "salary_data_available",
        "advanced_job_keywords",
        "advanced_exclude_job_keywords",
        "search_after"
      ],
      "industry",
      "is_agency"
    ]
  },
  "/api/v1/company-jobs/search": {
    "id": "company",
    "rate": null,
    "price": 1,
    "limits": [
      1,
      100
    ],
    "fields": [
      [
        "jobs_locations",
        "is_remote",
        "published_after",
        "published_before",
        "department",
        "job_type",
        "seniority_level",
        "job_keywords",
        "exclude_job_keywords",
        "job_boards",
        "include_job_boards",
        "exclude_job_boards",
        "exclude_duplicates",
        "limit"
      ],
      [
        "exclude_jobs_locations",
        "country_exists",
        "salary_data_available",
        "advanced_job_keywords",
        "advanced_exclude_job_keywords",
        "search_after"
      ],
      [
        "company_network_url",
        "company_name",
        "company_domain",
        "company_broad_search"
      ]
    ]
  },
  "/api/v1/company-jobs/historical/search": {
    "id": "company history",
    "rate": 100,
    "price": 2,
    "limits": [
      10,
      100
    ],
    "fields": [
      [
        "jobs_locations",
        "is_remote",
        "published_after",
        "published_before",
        "department",
        "job_type",
        "seniority_level",
        "job_keywords",
        "exclude_job_keywords",
        "job_boards",
        "include_job_boards",
        "exclude_job_boards",
        "exclude_duplicates",
        "limit"
      ],
      [
        "exclude_jobs_locations",
        "country_exists",
        "salary_data_available",
        "advanced_job_keywords",
        "advanced_exclude_job_keywords",
        "search_after"
      ],
      [
        "company_network_url",
        "company_name",
        "company_domain",
        "company_broad_search"
      ],
      "industry",
      "is_agency"
    ]
  },
  "/api/v1/jobs-search/historical/search": {
    "id": "direct history",
    "rate": null,
    "price": 2,
    "limits": [
      1,
      100
    ],
    "fields": [
      [
        "jobs_locations",
        "is_remote",
        "published_after",
        "published_before",
        "department",
        "job_type",
        "seniority_level",
        "job_keywords",
        "exclude_job_keywords",
        "job_boards",
        "include_job_boards",
        "exclude_job_boards",
        "exclude_duplicates",
        "limit"
      ],
      [
        "exclude_jobs_locations",
        "country_exists",
        "salary_data_available",
        "advanced_job_keywords",
        "advanced_exclude_job_keywords",
        "search_after"
      ],
      "industry",
      "is_agency"
    ]
  },
  "/api/v1/search/company-jobs": {
    "id": "legacy",
    "rate": null,
    "price": 1,
    "limits": [
      1,
      500
    ],
    "fields": [
      [
        "jobs_locations",
        "is_remote",
        "published_after",
        "published_before",
        "department",
        "job_type",
        "seniority_level",
        "job_keywords",
        "exclude_job_keywords",
        "job_boards",
        "include_job_boards",
        "exclude_job_boards",
        "exclude_duplicates",
        "limit"
      ],
      [
        "company_network_url",
        "company_name",
        "company_domain",
        "company_broad_search"
      ],
      "is_agency",
      "next_cursor"
    ]
  }
} as const;

export const FREE = {
  "/api/v1/job-boards": "boards",
  "/api/v1/departments": "departments",
  "/api/v1/locations": "locations",
  "/api/v1/credits/balance": "balance"
} as const;
