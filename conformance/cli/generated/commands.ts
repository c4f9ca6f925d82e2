// Generated from conformance/cli/commands.yaml by `npm run generate`; do not edit.

export const EXIT_WORDS = {
  "0": "conforms",
  "1": "does not conform",
  "2": "bad usage, profile or pack",
  "3": "target unreachable, not this API, or it refuses the key",
  "4": "error of the suite itself, or a report cannot be written",
  "5": "incomplete: something that should have been checked was not, the run was interrupted, or nothing was executed;\n     0 under --allow-incomplete",
  "129, 130, 143": "ended at once by a second signal (SIGHUP, SIGINT, SIGTERM)"
} as const;

export const COMMANDS = {
  "run": {
    "form": "",
    "says": "Finds out over HTTP whether a deployment of the Job Search Service behaves as the contract says.",
    "flags": {
      "target": {
        "takes": "url",
        "says": "base address of the deployment"
      },
      "apiKey": {
        "takes": "key",
        "says": "an active key (or in JOB_SEARCH_API_KEY)"
      },
      "profile": {
        "takes": "file",
        "says": "what is known of the target (YAML); flags win over it"
      },
      "pack": {
        "takes": "name|file",
        "is": "packs",
        "says": "only this pack; may be repeated"
      },
      "only": {
        "takes": "clause",
        "is": "list",
        "says": "only this clause, group of clauses or scenario; may be repeated"
      },
      "maxCredits": {
        "takes": "n",
        "is": "whole",
        "says": "hard ceiling on credits"
      },
      "maxRequests": {
        "takes": "n",
        "is": "whole",
        "says": "hard ceiling on requests"
      },
      "maxTime": {
        "takes": "minutes",
        "is": "positive",
        "says": "the run ends by then, with reports"
      },
      "readOnly": {
        "says": "nothing that should cost credits"
      },
      "allowThrottling": {
        "says": "reach the rate limits of the keys, last of all, and wait it out: minutes, hundreds of free requests"
      },
      "absent": {
        "takes": "name",
        "is": "list",
        "says": "the target has no such operations (historical, legacy, …)"
      },
      "adminUrl": {
        "takes": "url",
        "says": "admin API of a mock: own accounts, clock and faults for each scenario"
      },
      "adminToken": {
        "takes": "token",
        "says": "credential of the admin API (or in JOB_SEARCH_ADMIN_TOKEN)"
      },
      "concurrency": {
        "takes": "n",
        "is": "positive",
        "says": "scenarios at a time, where each has its own account (8)"
      },
      "ca": {
        "takes": "file",
        "says": "authorities to trust beside the usual ones (PEM)"
      },
      "timeout": {
        "takes": "seconds",
        "is": "positive",
        "says": "for each request (30)"
      },
      "report": {
        "takes": "kind=file",
        "is": "reports",
        "says": "write a report: {values}; or github, which annotates a job of GitHub Actions; may be repeated"
      },
      "allowIncomplete": {
        "says": "exit with 0 instead of 5 if the run is incomplete"
      },
      "baseline": {
        "takes": "file",
        "says": "known failures (YAML) that do not count"
      },
      "survey": {
        "takes": "file",
        "says": "keep what is found out of the target's data: read where it fits, else written"
      },
      "against": {
        "takes": "file",
        "says": "say what changed since that run, by its JSON report"
      },
      "confirm": {
        "takes": "times",
        "is": "confirm",
        "says": "how often a failure that compares answers must come again, alone at the end, before it counts: {values} (3)"
      },
      "strict": {
        "says": "incomplete (5) where more could be seen with what was not given"
      },
      "list": {
        "says": "show scenarios, clauses, needs and costs, and run nothing"
      },
      "quiet": {
        "says": "print the verdict and the failures alone, and no progress"
      },
      "verbose": {
        "says": "print everything: each reason, reading and command"
      },
      "seed": {
        "takes": "n",
        "is": "whole",
        "says": "run scenarios in an order drawn from it"
      }
    }
  },
  "clients": {
    "form": "clients",
    "arguments": {
      "[command...]": "behind --, the command of a client, which is sent through courses"
    },
    "says": "send a client through courses, or judge what it did against a running mock",
    "after": "\nA command behind -- is run once for each course, with JOB_SEARCH_URL, JOB_SEARCH_API_KEY, JOB_SEARCH_TASK (one JSON object),\nJOB_SEARCH_STATE (a folder to keep things in) and JOB_SEARCH_PATIENCE (seconds) in its environment. Its last line on standard\noutput is its result. --init writes one that is right in every course.\n\nExit status: 0 conforms, 1 does not, 2 bad usage, 3 no mock answers or it refuses the key, 4 the client told no result, or a\nreport cannot be written, 5 incomplete, or nothing was judged.\n\nExamples:\n  job-search-conformance clients --init client --language python\n  job-search-conformance clients -- python3 client/client.py\n  job-search-conformance clients --admin-url http://127.0.0.1:4010/__admin --key key_demo",
    "flags": {
      "course": {
        "takes": "name",
        "is": "list",
        "says": "only this course; may be repeated"
      },
      "list": {
        "says": "show the courses, and run nothing"
      },
      "init": {
        "takes": "folder",
        "says": "write a client into a folder, to put yours in its place"
      },
      "language": {
        "takes": "name",
        "is": "language",
        "says": "in which language"
      },
      "writeData": {
        "takes": "file",
        "says": "write the postings of the courses, for job-search-mock --data"
      },
      "concurrency": {
        "takes": "n",
        "is": "upTo999",
        "says": "courses at a time",
        "preset": 8
      },
      "patience": {
        "takes": "seconds",
        "is": "patience",
        "says": "after its first request, in which a run must end"
      },
      "adminUrl": {
        "takes": "url",
        "says": "admin API of a running mock, http://127.0.0.1:4010/__admin: judge what it saw, or hold courses on it"
      },
      "adminToken": {
        "takes": "token",
        "says": "its credential (or in JOB_SEARCH_ADMIN_TOKEN)"
      },
      "key": {
        "takes": "key",
        "says": "only the requests of this API key (or in JOB_SEARCH_API_KEY); all keys without it"
      },
      "askedOnce": {
        "says": "each search was asked for once: what only looks like a breach is one"
      },
      "strict": {
        "says": "recommended rules count, too: a client that does not follow one does not conform (1)"
      }
    },
    "shares": [
      "report",
      "allowIncomplete",
      "quiet",
      "verbose"
    ]
  },
  "judge": {
    "form": "judge <file>",
    "says": "judge a stored run (--report json=FILE), a HAR file or a history of traffic, without its target",
    "flags": {
      "alone": {
        "says": "of traffic: nothing else used these accounts or changed them meanwhile"
      }
    },
    "shares": [
      "only",
      "baseline",
      "against",
      "strict",
      "report",
      "allowIncomplete",
      "quiet",
      "verbose"
    ]
  },
  "watch": {
    "form": "watch",
    "says": "a proxy before --target that changes nothing, and judges service and callers by what passes",
    "flags": {
      "port": {
        "takes": "n",
        "is": "whole",
        "says": "where to listen; 0 takes a free port",
        "preset": 4020
      },
      "host": {
        "takes": "address",
        "says": "where to listen",
        "preset": "127.0.0.1"
      },
      "allowRemote": {
        "says": "a --host that other machines can reach is meant"
      },
      "history": {
        "takes": "file",
        "says": "write what passed: as HAR to a file named *.har, else as a history for judge"
      },
      "alone": {
        "says": "nothing else uses these accounts or changes them meanwhile"
      }
    },
    "shares": [
      "target",
      "only",
      "ca",
      "baseline",
      "against",
      "report",
      "allowIncomplete",
      "quiet",
      "verbose"
    ]
  },
  "explore": {
    "form": "explore",
    "says": "search a target for faults that no scenario describes, within --max-credits",
    "flags": {
      "steps": {
        "takes": "n",
        "is": "positive",
        "says": "requests of its stories; confirmations come on top",
        "preset": 400
      },
      "seed": {
        "takes": "n",
        "is": "whole",
        "says": "repeat the choices of an earlier exploration"
      },
      "plan": {
        "says": "show what it would do and cost, and send nothing"
      },
      "packs": {
        "takes": "folder",
        "says": "write each finding there as a pack, for replay and --pack"
      },
      "ledger": {
        "takes": "file",
        "says": "adds up credits, so that --max-credits holds for all explorations with this file"
      }
    },
    "shares": [
      "target",
      "apiKey",
      "profile",
      "maxCredits",
      "maxRequests",
      "maxTime",
      "absent",
      "adminUrl",
      "adminToken",
      "ca",
      "timeout",
      "quiet"
    ]
  },
  "replay": {
    "form": "replay <files...>",
    "says": "send the packs of findings again: fixed, still broken, or cannot be replayed",
    "flags": {},
    "shares": [
      "target",
      "apiKey",
      "profile",
      "maxCredits",
      "maxRequests",
      "maxTime",
      "absent",
      "adminUrl",
      "adminToken",
      "ca",
      "timeout",
      "quiet"
    ]
  },
  "compare": {
    "form": "compare <url-a> <url-b>",
    "says": "tell one story to two targets, and say in what they differ; postings are not compared",
    "flags": {
      "steps": {
        "takes": "n",
        "is": "positive",
        "says": "requests to each target",
        "preset": 400
      },
      "seed": {
        "takes": "n",
        "is": "whole",
        "says": "repeat the choices of an earlier comparison"
      },
      "adminUrlB": {
        "takes": "url",
        "says": "admin API of the second target, if it is a mock; --admin-url is that of the first"
      }
    },
    "shares": [
      "apiKey",
      "profile",
      "maxCredits",
      "maxRequests",
      "maxTime",
      "absent",
      "adminUrl",
      "adminToken",
      "ca",
      "timeout",
      "quiet"
    ]
  },
  "workbench": {
    "form": "workbench [files...]",
    "says": "the suite in a browser: choose and run scenarios, read what came of them, and of stored runs, HAR files and histories of traffic",
    "flags": {
      "port": {
        "takes": "n",
        "is": "whole",
        "says": "where to listen, on this machine alone; 0 takes a free port",
        "preset": 4030
      },
      "packs": {
        "takes": "folder",
        "says": "the only folder that the workbench saves packs in",
        "preset": "packs"
      }
    },
    "shares": [
      "target",
      "apiKey",
      "profile",
      "pack",
      "maxCredits",
      "maxRequests",
      "allowThrottling",
      "absent",
      "adminUrl",
      "adminToken",
      "ca",
      "timeout"
    ]
  }
} as const;
