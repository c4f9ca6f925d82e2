// Generated from mock-server/options.schema.yaml by `npm run generate`; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        MockOptions: {
            /**
             * @description The port to listen on; 0 takes a free one.
             * @default 0
             */
            port?: number;
            /**
             * @description The address to listen on. Beyond loopback it needs an `adminToken` or `admin: false`.
             * @default 127.0.0.1
             */
            host?: string;
            /**
             * @description The seed of the generated postings.
             * @default 1
             */
            seed?: number;
            /**
             * @description The number of generated postings.
             * @default 10000
             */
            jobs?: number;
            /** @description A file of postings that replace the seeded ones, one JSON object on each line. */
            data?: string;
            /** @description The time at which the clock starts; posting dates are relative to its UTC day. The default is the real time. */
            now?: string | number;
            /** @description The choices that differ from the default, by the id of the reading. */
            readings?: Record<string, never>;
            /**
             * @description `none` lifts the rate limits of the contract, for load tests. Limits of an account stay.
             * @default contract
             * @enum {string}
             */
            rateLimits?: "contract" | "none";
            /**
             * @description Answer 422 to unknown fields and query parameters, and to a body whose Content-Type is not JSON. By default the
             *     mock accepts these mistakes and names them in the journal.
             * @default false
             */
            strictRequests?: boolean;
            /** @description The token that each call of the admin API must carry. */
            adminToken?: string | null;
            /**
             * @description Whether to serve the admin API.
             * @default true
             */
            admin?: boolean;
            /**
             * @description Whether every response has the header `X-Mock-Server`, and every refusal `X-Mock-Reason`, which says why.
             * @default true
             */
            mark?: boolean;
            /**
             * @description The form of the line that is logged for each request.
             * @default silent
             * @enum {string}
             */
            log?: "pretty" | "json" | "silent";
            /**
             * @description A folder that keeps the state over restarts, made if it is missing, or a Redis that several mocks share, as
             *     `redis://USER:PASSWORD@HOST:PORT/DATABASE` (`rediss://` for TLS).
             *     An existing state keeps its clock, whatever `now` and `frozen` say.
             *     By default the state is in memory and ends with the mock.
             */
            state?: string;
            /** @description The prefix of all keys of a shared state: mocks with the same prefix share one state. Default `job-search-mock`. */
            statePrefix?: string;
            /**
             * @description The part before `/company/` in profile URLs.
             * @default https://network.example
             */
            networkUrl?: string;
            /**
             * @description Whether the clock stays at `now`. By default it runs from there.
             * @default false
             */
            frozen?: boolean;
        };
        JournalFilter: {
            /** @description Id of the account. */
            account?: string;
            operation?: string;
            status?: number;
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
