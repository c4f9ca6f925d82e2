/** What a run found out of its target's data before the first scenario. */

export interface SurveyRecord {
  /** What was found, by the name of the input that carries it. */
  facts: Record<string, unknown>;
  /** The jobs that were looked at: closed windows of days, and how many of their jobs were read. */
  slices: { name: string; from: string; to: string; total: number; read: number }[];
  /** What is not known, and why; `looked`: whether the data was looked at. */
  unknown: { name: string; reason: string; looked: boolean }[];
  requests: number;
  credits: number;
  /** When it was made, ISO, where it is that of an earlier run (`--survey FILE`). */
  recalled?: string;
}
