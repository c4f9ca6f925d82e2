/** Why a deviation matters to a caller, by group of clauses: one sentence for whoever reads a failure. */
const WHY: Readonly<Record<string, string>> = {
  AUTH: 'Clients tell a wrong key from a broken request by the status; another one sends them down the wrong path.',
  REQ: 'The request id is what a caller quotes to support; without it a failed call cannot be traced.',
  ENV: 'Every client reads results through the envelope; a field of another kind breaks all of them at once.',
  JOB: 'Clients map these exact field names into their own records; a deviation loses data silently.',
  CO: 'Company details are stored by callers as they come; a deviation loses data silently.',
  FILT: 'A filter that lets other jobs through makes callers pay for jobs they did not ask for.',
  KEY: 'Keywords decide which jobs are delivered and charged; a wrong match is a wrong bill.',
  WIN: 'Callers poll by date; a window that is off by a day loses or repeats a day of jobs.',
  PAGE: 'Callers walk the pages to get every match once; a gap is lost data and a repetition lost time.',
  DIR: 'The direct search is the main way into the data; clients are written against exactly this.',
  COMP: 'Company search carries the profile along; clients build account pages from exactly this.',
  HIST: 'Historical jobs cost twice as much; a mistake here is paid twice.',
  LEG: 'Old clients still run against the legacy search and will not be changed.',
  LOOK: 'Filter values are taken from the lookups unchanged; what they serve must be accepted.',
  BAL: 'Callers decide whether to search by the balance; a wrong one stops them or overspends.',
  BILL: 'Credits are money; what is charged must be what was delivered new.',
  IDEM: 'Operation keys are the only way to recover a lost response without paying twice.',
  RATE: 'Clients schedule their calls by the stated limit and by Retry-After; other values starve or flood them.',
  ERR: 'Error handling is written against these forms; another one reaches users as a crash.',
  VALID:
    'A request that is taken though it is wrong returns, and charges for, something else than was meant.',
  VER: 'Integrations live for years on the promise that nothing under this path breaks.',
};

export function whyItMatters(clause: string): string {
  return WHY[clause.replace(/-\d+$/, '')] ?? 'Callers rely on it as the service states it.';
}
