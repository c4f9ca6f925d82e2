// Generated from mock-server/admin/metrics.yaml by `npm run generate`; do not edit.

export const METRICS = {
  "requests_total": {
    "type": "counter",
    "help": "Requests of the contract that were answered or dropped."
  },
  "credits_charged_total": {
    "type": "counter",
    "help": "Credits charged for searches."
  },
  "faults_met_total": {
    "type": "counter",
    "help": "Requests that an added fault has hit."
  },
  "journal_dropped_total": {
    "type": "counter",
    "help": "Rows that journals dropped to make room."
  },
  "state_write_failures_total": {
    "type": "counter",
    "help": "Writes of the state that failed; their requests were refused."
  },
  "state_write_seconds": {
    "type": "histogram",
    "help": "How long a write of the state took."
  },
  "accounts": {
    "type": "gauge",
    "help": "Accounts that exist."
  },
  "ready": {
    "type": "gauge",
    "help": "1 if the state can be stored, else 0."
  },
  "info": {
    "type": "gauge",
    "help": "What is running."
  }
} as const;
