// Generated from test/samples/samples.yaml by `npm run generate`; do not edit.

export const EXCHANGE = {
  "id": 1,
  "scenario": "pack/scenario",
  "step": "step",
  "channel": "contract",
  "operation": "searchJobs",
  "adminOperation": null,
  "account": "active",
  "failure": null,
  "sentAt": 0,
  "receivedAt": 0,
  "targetNow": null,
  "copy": 0,
  "group": null,
  "round": 0,
  "throttleExpected": false,
  "faultPlanted": false
} as const;

export const REQUEST = {
  "method": "POST",
  "url": "http://target.example/api/v1/jobs-search/search",
  "path": "/api/v1/jobs-search/search",
  "query": {},
  "headers": {},
  "bodyText": null
} as const;

export const TARGET = {
  "url": "http://target.test",
  "server": null,
  "hasAdmin": true,
  "networkUrl": "https://network.example",
  "companyUrl": null,
  "balancePointer": null,
  "rateLimits": {}
} as const;

export const ACCOUNT = {
  "role": "fresh",
  "fresh": true,
  "credits": 100,
  "active": true,
  "historicalAccess": null,
  "rateLimits": null
} as const;

export const JOB = {
  "Job Type": "Full Time",
  "Job Description": "Builds bridges and keeps them standing.",
  "Company Name": "Northwind",
  "City": "Rotterdam",
  "State": "South Holland",
  "Country": "Netherlands",
  "Is Remote": false,
  "Post Date": "2026-02-20",
  "Department Name": [
    "Engineering"
  ],
  "Seniority Level": "Mid Level"
} as const;

export const COMPANY = {
  "company_name": "Northwind",
  "description": null,
  "industry": null,
  "employee_data": {
    "headcount": 12,
    "size_range": "11-50"
  },
  "website": null,
  "network_url": "https://network.example/company/northwind",
  "locations": [],
  "founded_date": {
    "year": 2009
  },
  "specialties": []
} as const;

export const TRACE = {
  "target": "/api/v1/jobs-search/search",
  "key": null,
  "answerKey": null,
  "digest": null,
  "headers": "",
  "body": null,
  "bodyBytes": null,
  "status": 200,
  "answerType": null,
  "retryAfter": null,
  "answer": "",
  "answerBytes": 0,
  "page": null,
  "sent": "whole",
  "aborted": false,
  "connection": 1,
  "arrivedAt": 0,
  "endedAt": 1
} as const;

export const DETAILS = {
  "description": null,
  "industry": null,
  "employee_data": null,
  "website": null,
  "founded_date": null,
  "tagline": null
} as const;

export const BOARDS = [
  {
    "label": "Board One",
    "value": "board_one"
  },
  {
    "label": "Board.Two",
    "value": "Board.Two"
  },
  {
    "label": "Board Three",
    "value": "three"
  }
] as const;
