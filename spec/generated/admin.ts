// Generated from spec/admin.openapi.yaml by `npm run generate`; do not edit.

export interface paths {
    "/__admin/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what is running
         * @description Version, dataset, readings in force and time. Answers 200 as soon as the mock serves the contract, its state loaded, and 503 while
         *     its state cannot be stored (`--state`): a check for readiness.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what the mock does, for Prometheus
         * @description The text format of Prometheus, of this process since it was started; a reset takes nothing back. Each metric has a line
         *     of help. No label names a path, a key or an account, so the number of series does not grow. It also answers while the
         *     state cannot be stored.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/dataset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the postings served
         * @description Seed, hash and counts of the dataset, and the companies that a test can rely on, each with its role and purpose.
         */
        get: operations["getDataset"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the clock of the mock */
        get: operations["getClock"];
        /**
         * Set, freeze or release the clock of the mock
         * @description `now` moves the clock to an instant, `frozen` stops or starts it; each can be sent alone. Accounts without a
         *     clock of their own follow.
         */
        put: operations["setClock"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock of the mock forward
         * @description The parts of the step add up. A frozen clock stays frozen at the new instant.
         */
        post: operations["advanceClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description In order of creation. Keys are shown as hints only.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Make an account
         * @description Every field has a default: set only what matters to the test. This answer shows the whole key, as does an
         *     exported state; no other answer does. With `expires_in` the account vanishes by itself after so many seconds, whether
         *     or not anybody deletes it: give it the longest that a job can take.
         */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/accounts/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        /** Read an account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        /**
         * Delete an account
         * @description From the next request on the key is unknown. Resetting the mock restores a seeded account.
         */
        delete: operations["deleteAccount"];
        options?: never;
        head?: never;
        /**
         * Change an account
         * @description Only the fields sent change. Setting `credits` adds an adjustment to the ledger, so that its entries still add
         *     up to the balance. In `rateLimits`, a null brings back the contract's limit for that operation, and `none` lifts it.
         */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/__admin/accounts/{accountId}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset one account to how it was made
         * @description Balance, paid jobs, operations, rate windows, faults, journal and clock; the key stays.
         */
        post: operations["resetAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/accounts/{accountId}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        /**
         * Read the ledger of an account
         * @description Oldest first. The sum of the credits of all entries is the balance.
         */
        get: operations["getLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/accounts/{accountId}/operations": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        /**
         * List the stored operations of an account
         * @description One for each operation key whose answer can be recovered, or could be until its billing cycle ended.
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/accounts/{accountId}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a contract request as an account
         * @description For people: the mock puts the account's key in, so that nobody has to know it. The request goes over the network
         *     like any other; it is charged, counted, hit by faults and written into the journal.
         */
        post: operations["sendRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/accounts/{accountId}/clock": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        /** Read the clock of an account */
        get: operations["getAccountClock"];
        /**
         * Set, freeze or release the clock of an account
         * @description Gives the account a clock of its own; other accounts keep theirs.
         */
        put: operations["setAccountClock"];
        post?: never;
        /** Let an account follow the clock of the mock again */
        delete: operations["followClock"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/accounts/{accountId}/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the clock of an account forward
         * @description Gives the account a clock of its own. The parts of the step add up.
         */
        post: operations["advanceAccountClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/accounts/{accountId}/faults": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        /** List the faults of one account */
        get: operations["listAccountFaults"];
        put?: never;
        /** Add a fault that one account meets */
        post: operations["addAccountFault"];
        /** Remove the faults of one account */
        delete: operations["clearAccountFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/faults": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List faults
         * @description Those of all accounts and those of one, in the order in which they are tried.
         */
        get: operations["listFaults"];
        put?: never;
        /**
         * Add a fault
         * @description A request takes the first fault that matches it. Everything named must match: operation, account, header. Of
         *     the matching requests, the first `skip` pass, the next `times` are hit, and then the fault has no effect. An account
         *     may have 1,000 faults, and 1,000 may name none.
         */
        post: operations["addFault"];
        /**
         * Remove all faults
         * @description Those of single accounts included.
         */
        delete: operations["clearFaults"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/faults/{faultId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the fault.
                 * @example fault_1
                 */
                faultId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove one fault */
        delete: operations["removeFault"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/journal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the journal of requests
         * @description Contract requests, newest last, with the reason where one was refused. The journal is a ring: `dropped` says
         *     how many older entries were dropped. It never holds a key.
         */
        get: operations["getJournal"];
        put?: never;
        post?: never;
        /** Empty the journal */
        delete: operations["clearJournal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/journal/{entryId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the entry.
                 * @example 12
                 */
                entryId: number;
            };
            cookie?: never;
        };
        /**
         * Read one request with both bodies
         * @description The entry, and the exchange as far as the journal keeps it: 4 MiB of bodies for each account, the oldest go first.
         *     A body that is not kept is absent, and its length is given. Secrets are redacted.
         */
        get: operations["getJournalEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/traffic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the traffic of the journal
         * @description What callers asked and got, as the rules for clients judge it: bodies, operation keys, cursors, times, and how much
         *     of each answer was sent. Secrets are redacted. A journal holds 500 requests and 4 MiB of bodies; `dropped`
         *     says how many older requests are gone. `job-search-conformance clients` reads it.
         */
        get: operations["getTraffic"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow requests and ledger entries as they happen
         * @description Server-sent events: `request` carries a journal entry without `findings` (and its number as the event's id), `ledger` a ledger
         *     entry with its account, `lost` the number of events that a slow reader missed. A comment line every 15 seconds keeps the connection open. The
         *     stream ends when the mock closes.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export everything that changed since the start
         * @description Accounts with their keys, balances, paid jobs, operations and clocks, faults and the clock of the mock. Protect
         *     it like the keys. It holds the hash of the dataset, not the dataset.
         */
        get: operations["exportState"];
        /**
         * Replace the state by an exported one
         * @description All or nothing: a snapshot that is damaged, of another version or of another dataset is refused, with what is
         *     wrong and with which flags it could be imported, and the state stays as it was.
         */
        put: operations["importState"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/__admin/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset everything
         * @description Only the seeded accounts, as they were made; no faults, an empty journal, the clock as it was started.
         */
        post: operations["reset"];
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
        /**
         * Format: date-time
         * @description An instant in UTC.
         */
        Instant: string;
        /** @description Names an account in URLs. */
        AccountId: string;
        /** @description Names the account of a request of the contract. */
        ApiKey: string;
        /**
         * @description An operation of the contract.
         * @enum {string}
         */
        OperationId: "searchJobs" | "searchCompanyJobs" | "searchCompanyJobsHistorical" | "searchJobsHistorical" | "searchCompanyJobsLegacy" | "listJobBoards" | "listDepartments" | "listLocations" | "getCreditBalance";
        Health: {
            /**
             * @constant
             * @enum {string}
             */
            status: "ok";
            /**
             * @constant
             * @enum {string}
             */
            name: "job-search-kit";
            version: string;
            /** @description Null if the postings come from a file. */
            seed: number | null;
            /** @description Hash of the dataset. */
            hash: string;
            postings: number;
            now: components["schemas"]["Instant"];
            /** @description By the clock of the machine. */
            startedAt: components["schemas"]["Instant"];
            /** @description By the clock of the machine. */
            uptimeSeconds: number;
            accounts: number;
            /**
             * @description Place of the state. In memory it ends with the process.
             * @enum {string}
             */
            state: "memory" | "folder" | "redis";
            /** @description Open questions of the contract, and this mock's choices. */
            readings: components["schemas"]["Reading"][];
        };
        Reading: {
            id: string;
            question: string;
            /** @description The choice in force. */
            choice: string;
            default: string;
            /** @description Whether `--reading` can set it. */
            switch: boolean;
            choices: {
                id: string;
                text: string;
            }[];
        };
        DatasetFacts: {
            /** @description Null if the postings come from a file. */
            seed: number | null;
            hash: string;
            postings: number;
            companies: number;
            jobBoards: number;
            departments: number;
            locations: number;
            /**
             * Format: date
             * @description The day that posting dates are relative to.
             */
            firstDay: string;
            /** @description What stands before `/company/` in a profile URL. */
            networkUrl: string;
            wellKnown: components["schemas"]["WellKnownCompany"][];
            /** @description The first of them for each role that there is, by the role. */
            roles: {
                [key: string]: components["schemas"]["WellKnownCompany"];
            };
        };
        /** @description A company with a property that tests can rely on. */
        WellKnownCompany: {
            /** @description Its name in the profile URL. */
            slug: string;
            name: string;
            profileUrl: string;
            role: components["schemas"]["WellKnownRole"];
            /** @description What it is for, in one sentence. */
            purpose: string;
        };
        /**
         * @description What a program picks the company by. Every role but `usual` belongs to at most one company; where the postings
         *     come from a file, the companies with the most postings are `usual` and no other role is given.
         *     `usual` many postings, several spellings of the name · `agency` a known recruiting agency · `unclassified`
         *     neither agency nor industry is known · `huge-page` a full page is larger than 4 MiB · `exact-page` exactly 100
         *     current postings · `single-posting` exactly one · `no-postings` known, without any posting · `history-only` no
         *     current postings · `career-page` none from a job board · `duplicates` each job on three boards · `many-scripts`
         *     names and texts in many scripts, with emoji · `first-day` all posted on the clock's first day · `sparse-fields`
         *     null wherever a field may be null · `similar-name`, `longer-name` and `misspelled-name` three companies with
         *     almost the same name · `no-location` remote postings without a location · `salaries` every combination of
         *     salary fields · `window-edges` posted where search windows begin and end
         * @enum {string}
         */
        WellKnownRole: "usual" | "agency" | "unclassified" | "huge-page" | "exact-page" | "single-posting" | "no-postings" | "history-only" | "career-page" | "duplicates" | "many-scripts" | "first-day" | "sparse-fields" | "similar-name" | "longer-name" | "misspelled-name" | "no-location" | "salaries" | "window-edges";
        Clock: {
            now: components["schemas"]["Instant"];
            frozen: boolean;
            /** @description Whether an account has a clock of its own; false for the mock's. */
            own: boolean;
        };
        ClockSetting: {
            /**
             * Format: date-time
             * @description An instant in UTC. A leap second is refused.
             */
            now?: string;
            frozen?: boolean;
        };
        ClockStep: {
            /** @description By the calendar, before the rest; the 31st becomes the last day of a shorter month. */
            months?: number;
            days?: number;
            hours?: number;
            minutes?: number;
            seconds?: number;
            milliseconds?: number;
        };
        /** @description Requests that pass in any 60 seconds; `none` for as many as come. */
        RateLimit: number | "none";
        /** @description By operation. In a request, `none` in place of the object lifts the limits of all operations. */
        RateLimits: {
            [key: string]: components["schemas"]["RateLimit"];
        } | "none";
        Credits: number;
        /** @description Day of the month on which a billing cycle starts, at 00:00 UTC; in a shorter month, its last day. */
        AnchorDay: number;
        NewAccount: {
            /** @description Made when not given. */
            id?: components["schemas"]["AccountId"];
            /** @description The API key; made when not given. */
            key?: components["schemas"]["ApiKey"];
            /** @default 1000 */
            credits?: components["schemas"]["Credits"];
            /** @default true */
            active?: boolean;
            /** @default true */
            historicalAccess?: boolean;
            /** @default 1 */
            anchorDay?: components["schemas"]["AnchorDay"];
            rateLimits?: components["schemas"]["RateLimits"];
            clock?: components["schemas"]["ClockSetting"];
            /**
             * @description Seconds after which the account vanishes with everything of its own: key, ledger, operations, faults, journal. They are
             *     real seconds: no clock of the mock shortens or stops them. Not given: it stays.
             */
            expires_in?: number;
            quotas?: components["schemas"]["Quotas"];
        };
        /**
         * @description How much the account may hold, where that is to be less than the mock has room for. The quotas stay as they were made, also over
         *     a reset.
         */
        Quotas: {
            /**
             * @description Stored operations, of all billing cycles. Where there are as many, the oldest make way if their billing cycle has ended; else a
             *     search that would store another ends with 503 `service_unavailable`, and nothing is charged. Not given: a million; a larger
             *     number has no effect.
             */
            operations?: number;
            /** @description Faults that name it, spent ones included; another is refused with 409. Not given, 1,000. */
            faults?: number;
        };
        AccountPatch: {
            credits?: components["schemas"]["Credits"];
            active?: boolean;
            historicalAccess?: boolean;
            anchorDay?: components["schemas"]["AnchorDay"];
            /** @description `none` lifts those of all operations. */
            rateLimits?: {
                [key: string]: (number | null) | "none";
            } | "none";
            /** @description Null lets the account follow the clock of the mock. */
            clock?: components["schemas"]["ClockSetting"] | null;
        };
        Account: {
            id: components["schemas"]["AccountId"];
            /** @description The end of the key, enough to tell it from others. */
            keyHint: string;
            /** @description Whether it came with the mock. */
            seeded: boolean;
            active: boolean;
            credits: components["schemas"]["Credits"];
            historicalAccess: boolean;
            anchorDay: components["schemas"]["AnchorDay"];
            /** @description Limits of this account, its own or the contract's. */
            rateLimits: {
                [key: string]: components["schemas"]["RateLimit"];
            };
            cycle: components["schemas"]["Cycle"];
            /** @description Jobs paid for in this cycle. */
            paidJobs: number;
            storedOperations: number;
            clock: components["schemas"]["Clock"];
            /** @description Time of its removal, by the clock of the machine; null if it stays. */
            expiresAt: components["schemas"]["Instant"] | null;
            /** @description Limits on its stored data. */
            quotas: {
                /** @description Null is a million. */
                operations: number | null;
                faults: number;
            };
        };
        CreatedAccount: components["schemas"]["Account"] & {
            /** @description The API key. Shown here only. */
            key: string;
        };
        AccountPage: {
            accounts: components["schemas"]["Account"][];
            total: number;
            /** @description Pass it as `after` for the next page; null on the last. */
            next: components["schemas"]["AccountId"] | null;
        };
        /** @description The current billing cycle; `end` is the first day of the next. */
        Cycle: {
            /** Format: date */
            start: string;
            /** Format: date */
            end: string;
        };
        LedgerEntry: {
            id: number;
            at: components["schemas"]["Instant"];
            /**
             * @description `opening` is the first balance, `charge` a search with new jobs, `adjustment` an admin call.
             * @enum {string}
             */
            kind: "opening" | "charge" | "adjustment";
            /** @description Negative for a charge. */
            credits: number;
            /** @description After this entry. */
            balance: number;
            /** @description New jobs charged for. */
            jobs: number;
            operation: components["schemas"]["OperationId"] | null;
            operationKey: string | null;
            requestId: string | null;
        };
        LedgerPage: {
            entries: components["schemas"]["LedgerEntry"][];
            balance: number;
            total: number;
            next: components["schemas"]["NextNumber"];
        };
        /** @description Pass it as `after` for the next page; null on the last. */
        NextNumber: number | null;
        StoredOperation: {
            id: number;
            /** @description The operation key. */
            key: string;
            operation: components["schemas"]["OperationId"];
            storedAt: components["schemas"]["Instant"];
            /** @description End of the billing cycle. */
            expiresAt: components["schemas"]["Instant"];
            expired: boolean;
            jobs: number;
            creditsUsed: number;
        };
        OperationPage: {
            operations: components["schemas"]["StoredOperation"][];
            total: number;
            next: components["schemas"]["NextNumber"];
        };
        /**
         * @description What happens to a request that is hit.
         *     `rate-limited` 429 with `Retry-After` · `server-error` 500 in plain text · `service-unavailable` and
         *     `invalid-result` 503 · `unaffordable` 402 · `forbidden` 403 · `failed-search` 200 with `success: false` ·
         *     `delay` waits, then answers as usual · `drop-before-charge` closes the connection before anything is done ·
         *     `drop-after-charge` closes the connection after the charge · `truncate` sends half of the body and closes ·
         *     `stall` sends half of the body after the charge, and then nothing until `delayMs` are over or the caller gives up ·
         *     `server-error-after-charge` 500 for a search that was charged · `new-postings` answers as usual, and lets new postings
         *     come in afterwards · `unknown-fields` answers with members that the contract does not name · `short-page` leaves half of
         *     the jobs of a page to the next one (reading `page-fullness`).
         * @enum {string}
         */
        Effect: "rate-limited" | "server-error" | "service-unavailable" | "invalid-result" | "unaffordable" | "forbidden" | "failed-search" | "delay" | "drop-before-charge" | "drop-after-charge" | "truncate" | "stall" | "server-error-after-charge" | "new-postings" | "unknown-fields" | "short-page";
        /** @description The request carries this header; with `value`, exactly so. */
        HeaderMatch: {
            name: string;
            value?: string;
        };
        NewFault: {
            effect: components["schemas"]["Effect"];
            /** @description Any operation when not given. */
            operation?: components["schemas"]["OperationId"];
            /** @description Id of an account; any account when not given. */
            account?: components["schemas"]["AccountId"];
            header?: components["schemas"]["HeaderMatch"];
            /**
             * @description How many matching requests pass before the first hit.
             * @default 0
             */
            skip?: number;
            /**
             * @description Number of requests to hit; null for all later ones.
             * @default 1
             */
            times?: number | null;
            /** @description For `delay` (default 1000) and `stall` (60000), real milliseconds. */
            delayMs?: number;
            /** @description For `rate-limited` (default 1) and `service-unavailable` (default none). */
            retryAfterSeconds?: number;
            /**
             * @description So many of the newest postings that a search finds come in only after the request that is hit: it is
             *     answered, charged and stored without them, and later requests find them. For `new-postings` (default 1), and
             *     beside every effect of an answer that is charged: `drop-after-charge`, `truncate`, `stall`, `delay`,
             *     `server-error-after-charge`, `unknown-fields`, `short-page`.
             */
            newPostings?: number;
            /** @description So many days later it is for the account once the request that is hit is over. */
            advanceDays?: number;
            /** @description Replaces the usual sentence of the error. */
            message?: string;
        };
        Fault: {
            id: string;
            account: components["schemas"]["AccountId"] | null;
            operation: components["schemas"]["OperationId"] | null;
            header: components["schemas"]["HeaderMatch"] | null;
            effect: components["schemas"]["Effect"];
            skip: number;
            times: number | null;
            /** @description Matching requests met so far. */
            seen: number;
            /** @description Requests hit so far. */
            hits: number;
            delayMs?: number;
            retryAfterSeconds?: number;
            newPostings?: number;
            advanceDays?: number;
            message?: string;
        };
        FaultList: {
            faults: components["schemas"]["Fault"][];
        };
        JournalEntry: {
            id: number;
            at: components["schemas"]["Instant"];
            /** @description Null if no account was recognized. */
            account: components["schemas"]["AccountId"] | null;
            method: string;
            /** @description Without the query. */
            path: string;
            operation: components["schemas"]["OperationId"] | null;
            requestId: string;
            operationKey: string | null;
            /** @description Null if the connection was dropped. */
            status: number | null;
            durationMs: number;
            creditsUsed: number;
            /**
             * @description Why it was refused, in more words than the contract's body has, or what was unusual about a request that was
             *     accepted, such as a body that is not declared as JSON.
             */
            reason: string | null;
            /** @description The clause by which it was refused. */
            clause: string | null;
            /** @description The reading that applied, as id=choice. */
            reading: string | null;
            /** @description The fault that hit it. */
            fault: string | null;
            /** @description Whether it was answered with a stored answer. */
            replayed: boolean;
            /**
             * @description What the request shows of its caller, by the rules for clients. The pages under `/docs/clients` say what to do
             *     instead.
             */
            findings?: components["schemas"]["ClientFinding"][];
        };
        ClientFinding: {
            /** @description Such as `CLI-2`. */
            rule: string;
            /**
             * @description `fail` is a breach, `warn` looks like one, `not-followed` is recommended otherwise.
             * @enum {string}
             */
            verdict: "fail" | "warn" | "not-followed";
            text: string;
            /** @description Ids of the journal entries that it rests on, the telling one last. */
            requests: number[];
            /** @description Credits beyond the price of a correct client; null if unknown. */
            credits: number | null;
            /** @description Path of the rule's page. */
            docs: string;
        };
        /** @description A history of the kit (`format`, `version`, `exchanges`), or a HAR (`log`). */
        Traffic: Record<string, never>;
        JournalPage: {
            entries: components["schemas"]["JournalEntry"][];
            /** @description Older entries that were dropped. */
            dropped: number;
            /** @description Entries that match, on all pages. */
            total: number;
            next: components["schemas"]["NextNumber"];
        };
        JournalRequest: {
            entry: components["schemas"]["JournalEntry"];
            /** @description As in the history that `getTraffic` gives. */
            exchange: {
                [key: string]: unknown;
            };
        };
        RequestToSend: {
            /** @enum {string} */
            method: "GET" | "POST";
            /** @description With the query. */
            path: string;
            /** @description Sent as `Idempotency-Key`. */
            operationKey?: string;
            /** @description Sent as it is and declared as JSON. No body where it is not given. */
            bodyText?: string;
        };
        SentRequest: {
            /** @description Null where no answer came. */
            status: number | null;
            requestId: string | null;
            /** @description Why no answer came. */
            problem: string | null;
        };
        /** @description An instant in milliseconds since 1970, UTC. */
        Milliseconds: number;
        ClockState: {
            /** @description Ahead of the clock that it is based on. */
            offset: components["schemas"]["Milliseconds"];
            /** @description Null if it runs. */
            frozenAt: components["schemas"]["Milliseconds"] | null;
        };
        /** @description For the operations whose limit is not that of the contract. */
        OwnRateLimits: {
            [key: string]: components["schemas"]["RateLimit"];
        };
        /** @description Everything of an account except its journal. */
        AccountState: {
            /** @description How it was made, and what a reset restores. */
            settings: {
                id: components["schemas"]["AccountId"];
                key: components["schemas"]["ApiKey"];
                seeded: boolean;
                active: boolean;
                credits: components["schemas"]["Credits"];
                historicalAccess: boolean;
                anchorDay: components["schemas"]["AnchorDay"];
                rateLimits: components["schemas"]["OwnRateLimits"];
                /** @description Null if it follows the clock of the mock. */
                clock: {
                    now?: string | number;
                    frozen?: boolean;
                } | null;
                /** @description When it vanishes; absent where it stays. */
                expiresAt?: components["schemas"]["Milliseconds"];
                quotas?: components["schemas"]["Quotas"];
            };
            active: boolean;
            historicalAccess: boolean;
            anchorDay: components["schemas"]["AnchorDay"];
            rateLimits: components["schemas"]["OwnRateLimits"];
            clock: components["schemas"]["ClockState"];
            paid: {
                cycleStart: components["schemas"]["Milliseconds"];
                /** @description Places in the order of results. */
                jobs: number[];
            }[];
            /** @description The opening entry first; the credits of all add up to the balance. */
            ledger: {
                id: number;
                at: components["schemas"]["Milliseconds"];
                /** @enum {string} */
                kind: "opening" | "charge" | "adjustment";
                credits: number;
                balance: number;
                jobs: number;
                operation: components["schemas"]["OperationId"] | null;
                operationKey: string | null;
                requestId: string | null;
            }[];
            /** @description The oldest first. */
            operations: {
                /** @description The operation key. */
                key: string;
                operation: {
                    operation: components["schemas"]["OperationId"];
                    /** @description SHA-256 of the request body by its JSON value, in base64url. */
                    digest: string;
                    executedAt: components["schemas"]["Milliseconds"];
                    jobs: number;
                    creditsUsed: number;
                    creditsRemaining: number;
                };
            }[];
            /** @description Searches that failed under an operation key, the oldest first: with another body, the key is refused (reading changed-after-failure). */
            attempts?: {
                key: string;
                attempt: {
                    operation: components["schemas"]["OperationId"];
                    digest: string;
                    executedAt: components["schemas"]["Milliseconds"];
                };
            }[];
            /** @description Operations after which postings came in; each does without those before `from`, a place in the result order. */
            newest?: {
                key: string;
                from: number;
            }[];
            rates: {
                operation: components["schemas"]["OperationId"];
                /** @description When requests passed, the oldest first. */
                passed: components["schemas"]["Milliseconds"][];
            }[];
        };
        /** @description Everything that changed since the start, as one mock exports it and another imports it. */
        Snapshot: {
            /**
             * @constant
             * @enum {string}
             */
            format: "job-search-kit/state";
            /**
             * @constant
             * @enum {integer}
             */
            version: 1;
            /** @description SHA-256 of all the rest. */
            checksum: string;
            /** @description The postings that it belongs to. */
            dataset: {
                /** @description Null if the postings come from a file. */
                seed: number | null;
                size: number;
                /** Format: date */
                firstDay: string;
                hash: string;
                networkUrl: string;
            };
            /** @description The choices that it was made under, by id. */
            readings: {
                [key: string]: string;
            };
            clock: components["schemas"]["ClockState"];
            faults: {
                /** @description How many were made, removed ones included; ids count on from here. */
                made: number;
                rules: components["schemas"]["Fault"][];
            };
            accounts: {
                /** @description How many were made, deleted ones included; ids count on from here. */
                made: number;
                all: components["schemas"]["AccountState"][];
            };
        };
        Problem: {
            error: {
                code: string;
                message: string;
                issues: {
                    /** @description Path to the field, such as `rateLimits.searchJobs`. */
                    field: string;
                    message: string;
                }[];
            };
        };
    };
    responses: {
        /** @description The body is not JSON. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "malformed-json",
                 *         "message": "The body is not JSON.",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The mock was started with an admin token and the request does not carry it. */
        Unauthorized: {
            headers: {
                /**
                 * @description Names the scheme.
                 * @example Bearer realm="job-search-mock admin"
                 */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "token-required",
                 *         "message": "Send the admin token, as \"Authorization: Bearer <token>\" or \"X-Admin-Token: <token>\".",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The request comes from another site, or names a host that is not this machine. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "foreign-origin",
                 *         "message": "The admin API takes no requests from other sites.",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Nothing has this id. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not-found",
                 *         "message": "There is no account \"acc_9\".",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The id or the key is taken. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "taken",
                 *         "message": "There is already an account \"acc_demo\".",
                 *         "issues": [
                 *           {
                 *             "field": "id",
                 *             "message": "is taken"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description There are as many as there may be, spent ones included. */
        Full: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "full",
                 *         "message": "Account \"acc_demo\" has 1000 faults, as many as there may be, spent ones included. Remove some first.",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than the mock accepts. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "too-large",
                 *         "message": "The body is larger than 256 MiB.",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The state cannot be stored at the moment, and requests of the contract get 503. The mock recovers without help. */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unavailable",
                 *         "message": "The state cannot be stored just now: no space left on device. Nothing was changed. Try again.",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description The largest number of event streams is open already. */
        TooManyStreams: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "too-many-streams",
                 *         "message": "64 event streams are open.",
                 *         "issues": []
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
        /** @description Something in the body or the query is not valid; each issue names the field. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid",
                 *         "message": "credits: must be integer",
                 *         "issues": [
                 *           {
                 *             "field": "credits",
                 *             "message": "must be integer"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description Id of the account, not its key.
         * @example acc_demo
         */
        AccountIdInPath: components["schemas"]["AccountId"];
        /**
         * @description Most items in the answer.
         * @example 100
         */
        Limit: number;
        /**
         * @description Number of the last entry of the page before (`next` of that answer).
         * @example 0
         */
        AfterNumber: number;
    };
    requestBodies: {
        ClockSettingBody: {
            content: {
                "application/json": components["schemas"]["ClockSetting"];
            };
        };
        ClockStepBody: {
            content: {
                /**
                 * @example {
                 *       "days": 1
                 *     }
                 */
                "application/json": components["schemas"]["ClockStep"];
            };
        };
        NewFaultBody: {
            content: {
                "application/json": components["schemas"]["NewFault"];
            };
        };
    };
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mock is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "name": "job-search-kit",
                     *       "version": "1.0.0",
                     *       "seed": 1,
                     *       "hash": "3f1c9a0b5d7e2468",
                     *       "postings": 10000,
                     *       "now": "2026-03-01T12:00:00.000Z",
                     *       "startedAt": "2026-03-01T11:58:00.000Z",
                     *       "uptimeSeconds": 120.5,
                     *       "accounts": 6,
                     *       "state": "memory",
                     *       "readings": [
                     *         {
                     *           "id": "auth-status",
                     *           "question": "Which status does a missing or invalid key get?",
                     *           "choice": "403",
                     *           "default": "403",
                     *           "switch": true,
                     *           "choices": [
                     *             {
                     *               "id": "403",
                     *               "text": "403 with detail"
                     *             },
                     *             {
                     *               "id": "401",
                     *               "text": "401 in the envelope form"
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Health"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One line for each value. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example # HELP job_search_mock_requests_total Requests of the contract that were answered or dropped.
                     *     # TYPE job_search_mock_requests_total counter
                     *     job_search_mock_requests_total{operation="searchJobs",status="200"} 12
                     */
                    "text/plain": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getDataset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Facts of the dataset. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seed": 1,
                     *       "hash": "3f1c9a0b5d7e2468",
                     *       "postings": 10000,
                     *       "companies": 400,
                     *       "jobBoards": 222,
                     *       "departments": 38,
                     *       "locations": 300,
                     *       "firstDay": "2026-03-01",
                     *       "networkUrl": "https://network.example",
                     *       "wellKnown": [
                     *         {
                     *           "slug": "northwind-analytics",
                     *           "name": "Northwind Analytics",
                     *           "profileUrl": "https://network.example/company/northwind-analytics",
                     *           "role": "usual",
                     *           "purpose": "has postings in every month"
                     *         }
                     *       ],
                     *       "roles": {
                     *         "usual": {
                     *           "slug": "northwind-analytics",
                     *           "name": "Northwind Analytics",
                     *           "profileUrl": "https://network.example/company/northwind-analytics",
                     *           "role": "usual",
                     *           "purpose": "has postings in every month"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["DatasetFacts"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    setClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClockSettingBody"];
        responses: {
            /** @description The clock as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    advanceClock: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClockStepBody"];
        responses: {
            /** @description The clock as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /**
                 * @description Most items in the answer.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Id of the last account of the page before.
                 * @example acc_demo
                 */
                after?: components["schemas"]["AccountId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accounts": [],
                     *       "total": 0,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["AccountPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description The account, with its key. */
            201: {
                headers: {
                    /**
                     * @description Address of the account.
                     * @example /__admin/accounts/acc_1
                     */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "acc_1",
                     *       "key": "key_4hQ8sT2mZx91",
                     *       "keyHint": "key_…x91",
                     *       "seeded": false,
                     *       "active": true,
                     *       "credits": 3,
                     *       "historicalAccess": true,
                     *       "anchorDay": 1,
                     *       "rateLimits": {
                     *         "searchJobs": 5,
                     *         "searchCompanyJobs": 200
                     *       },
                     *       "cycle": {
                     *         "start": "2026-03-01",
                     *         "end": "2026-04-01"
                     *       },
                     *       "paidJobs": 0,
                     *       "storedOperations": 0,
                     *       "clock": {
                     *         "now": "2026-03-01T12:00:00.000Z",
                     *         "frozen": false,
                     *         "own": false
                     *       },
                     *       "expiresAt": null,
                     *       "quotas": {
                     *         "operations": null,
                     *         "faults": 1000
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["CreatedAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    deleteAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "credits": 50,
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["AccountPatch"];
            };
        };
        responses: {
            /** @description The account as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    resetAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getLedger: {
        parameters: {
            query?: {
                /**
                 * @description Most items in the answer.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of the last entry of the page before (`next` of that answer).
                 * @example 0
                 */
                after?: components["parameters"]["AfterNumber"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the ledger. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": 1,
                     *           "at": "2026-03-01T12:00:00.000Z",
                     *           "kind": "opening",
                     *           "credits": 50,
                     *           "balance": 50,
                     *           "jobs": 0,
                     *           "operation": null,
                     *           "operationKey": null,
                     *           "requestId": null
                     *         },
                     *         {
                     *           "id": 2,
                     *           "at": "2026-03-01T12:00:05.000Z",
                     *           "kind": "charge",
                     *           "credits": -10,
                     *           "balance": 40,
                     *           "jobs": 10,
                     *           "operation": "searchJobs",
                     *           "operationKey": "use_v1_Yc3kQ0",
                     *           "requestId": "5f0c7a7e-3a63-4a0e-9d43-0b4a2f6f3c11"
                     *         }
                     *       ],
                     *       "balance": 40,
                     *       "total": 2,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["LedgerPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    listOperations: {
        parameters: {
            query?: {
                /**
                 * @description Most items in the answer.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of the last entry of the page before (`next` of that answer).
                 * @example 0
                 */
                after?: components["parameters"]["AfterNumber"];
            };
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of stored operations, oldest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "operations": [
                     *         {
                     *           "id": 1,
                     *           "key": "use_v1_Yc3kQ0",
                     *           "operation": "searchJobs",
                     *           "storedAt": "2026-03-01T12:00:05.000Z",
                     *           "expiresAt": "2026-04-01T00:00:00.000Z",
                     *           "expired": false,
                     *           "jobs": 10,
                     *           "creditsUsed": 10
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["OperationPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    sendRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "method": "POST",
                 *       "path": "/api/v1/jobs-search/search",
                 *       "bodyText": "{\"limit\": 1}"
                 *     }
                 */
                "application/json": components["schemas"]["RequestToSend"];
            };
        };
        responses: {
            /** @description The outcome. The journal holds the rest, under the same request id. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "requestId": "5f0c7a7e-3a63-4a0e-9d43-0b4a2f6f3c11",
                     *       "problem": null
                     *     }
                     */
                    "application/json": components["schemas"]["SentRequest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    getAccountClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    setAccountClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClockSettingBody"];
        responses: {
            /** @description The clock as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    followClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has no clock of its own. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    advanceAccountClock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["ClockStepBody"];
        responses: {
            /** @description The clock as it now is. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Clock"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    listAccountFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Faults in the order in which they are tried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    addAccountFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewFaultBody"];
        responses: {
            /** @description The fault; it acts from the next request on. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Full"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    clearAccountFaults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the account, not its key.
                 * @example acc_demo
                 */
                accountId: components["parameters"]["AccountIdInPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account has no faults of its own. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    listFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Faults in the order in which they are tried. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FaultList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    addFault: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: components["requestBodies"]["NewFaultBody"];
        responses: {
            /** @description The fault; it acts from the next request on. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Fault"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Full"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    clearFaults: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No fault is left. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    removeFault: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Id of the fault.
                 * @example fault_1
                 */
                faultId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getJournal: {
        parameters: {
            query?: {
                /**
                 * @description Most items in the answer.
                 * @example 100
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of the last entry of the page before (`next` of that answer).
                 * @example 0
                 */
                after?: components["parameters"]["AfterNumber"];
                /**
                 * @description Only requests of this account.
                 * @example acc_demo
                 */
                account?: components["schemas"]["AccountId"];
                /**
                 * @description Only requests of this operation.
                 * @example searchJobs
                 */
                operation?: components["schemas"]["OperationId"];
                /**
                 * @description Only the request with this `X-Request-ID`.
                 * @example 5f0c7a7e-3a63-4a0e-9d43-0b4a2f6f3c11
                 */
                requestId?: string;
                /**
                 * @description Only requests answered with this status.
                 * @example 402
                 */
                status?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the journal. Without `after`, the newest entries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": 12,
                     *           "at": "2026-03-01T12:00:05.000Z",
                     *           "account": "acc_small",
                     *           "method": "POST",
                     *           "path": "/api/v1/jobs-search/search",
                     *           "operation": "searchJobs",
                     *           "requestId": "5f0c7a7e-3a63-4a0e-9d43-0b4a2f6f3c11",
                     *           "operationKey": "use_v1_Yc3kQ0",
                     *           "status": 402,
                     *           "durationMs": 1.2,
                     *           "creditsUsed": 0,
                     *           "reason": "the new jobs (10) cost 10, the balance is 3",
                     *           "clause": "BILL-2",
                     *           "reading": null,
                     *           "fault": null,
                     *           "replayed": false
                     *         }
                     *       ],
                     *       "dropped": 0,
                     *       "total": 1,
                     *       "next": null
                     *     }
                     */
                    "application/json": components["schemas"]["JournalPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    clearJournal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The journal is empty. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    getJournalEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Number of the entry.
                 * @example 12
                 */
                entryId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The request. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entry": {
                     *         "id": 12,
                     *         "at": "2026-03-01T12:00:05.000Z",
                     *         "account": "acc_small",
                     *         "method": "GET",
                     *         "path": "/api/v1/credits/balance",
                     *         "operation": "getCreditBalance",
                     *         "requestId": "5f0c7a7e-3a63-4a0e-9d43-0b4a2f6f3c11",
                     *         "operationKey": null,
                     *         "status": 200,
                     *         "durationMs": 0.4,
                     *         "creditsUsed": 0,
                     *         "reason": null,
                     *         "clause": null,
                     *         "reading": null,
                     *         "fault": null,
                     *         "replayed": false,
                     *         "findings": []
                     *       },
                     *       "exchange": {
                     *         "id": 12,
                     *         "account": "acc_small",
                     *         "operation": "getCreditBalance",
                     *         "request": {
                     *           "method": "GET",
                     *           "url": "/api/v1/credits/balance",
                     *           "path": "/api/v1/credits/balance",
                     *           "query": {}
                     *         },
                     *         "response": {
                     *           "status": 200,
                     *           "bodyText": "{\"credits_remaining\":3}"
                     *         },
                     *         "sent": "whole"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["JournalRequest"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
        };
    };
    getTraffic: {
        parameters: {
            query?: {
                /**
                 * @description Only requests of this account.
                 * @example acc_demo
                 */
                account?: components["schemas"]["AccountId"];
                /**
                 * @description As a history of the kit, or as HAR 1.2 for other tools.
                 * @example har
                 */
                format?: "history" | "har";
            };
            header?: {
                /**
                 * @description Only requests of the account with this API key, for who does not know its id.
                 * @example key_demo
                 */
                "X-Account-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The traffic, in the order of arrival. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "job-search-kit/traffic",
                     *       "version": 1,
                     *       "kitVersion": "1.0.0",
                     *       "source": "mock",
                     *       "dropped": 0,
                     *       "accounts": [
                     *         {
                     *           "alias": "acc_demo",
                     *           "isComplete": true,
                     *           "changes": []
                     *         }
                     *       ],
                     *       "exchanges": []
                     *     }
                     */
                    "application/json": components["schemas"]["Traffic"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this account.
                 * @example acc_demo
                 */
                account?: components["schemas"]["AccountId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An endless stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example event: ledger
                     *     data: {"account":"acc_demo","entry":{"id":2,"kind":"charge","credits":-10,"balance":40}}
                     */
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            503: components["responses"]["TooManyStreams"];
        };
    };
    exportState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A snapshot that `importState` accepts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "format": "job-search-kit/state",
                     *       "version": 1,
                     *       "checksum": "4a6c0b7e2f0d4a6c0b7e2f0d4a6c0b7e2f0d4a6c0b7e2f0d4a6c0b7e2f0d4a6c",
                     *       "dataset": {
                     *         "seed": 1,
                     *         "size": 10000,
                     *         "firstDay": "2026-03-01",
                     *         "hash": "9d2f51c3e87a4b06",
                     *         "networkUrl": "https://network.example"
                     *       },
                     *       "readings": {
                     *         "auth-status": "403"
                     *       },
                     *       "clock": {
                     *         "offset": 0,
                     *         "frozenAt": null
                     *       },
                     *       "faults": {
                     *         "made": 0,
                     *         "rules": []
                     *       },
                     *       "accounts": {
                     *         "made": 0,
                     *         "all": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Snapshot"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
    importState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Snapshot"];
            };
        };
        responses: {
            /** @description The state was replaced. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Invalid"];
        };
    };
    reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Everything is as at the start. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
        };
    };
}
