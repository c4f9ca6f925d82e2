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
    "help": "Requests that a planted fault has hit."
  },
  "journal_dropped_total": {
    "type": "counter",
    "help": "Rows that journals dropped to make room."
  },
  "state_write_failures_total": {
    "type": "counter",
    "help": "Writes of the state that failed; what they held was refused."
  },
  "state_write_seconds": {
    "type": "histogram",
    "help": "How long it took to keep what changed."
  },
  "accounts": {
    "type": "gauge",
    "help": "Accounts that there are."
  },
  "ready": {
    "type": "gauge",
    "help": "1 where the state can be kept, else 0."
  },
  "info": {
    "type": "gauge",
    "help": "What is running."
  }
} as const;
