/** Facts about the target's data that a run collected before its first scenario. */

export interface SurveyRecord {
  /** By name of the input that carries the fact. */
  facts: Record<string, unknown>;
  /** The jobs that were looked at: closed windows of days, and how many of their jobs were read. */
  slices: { name: string; from: string; to: string; total: number; read: number }[];
  /** Unknown facts with the reason; `looked`: whether the survey searched the data for it. */
  unknown: { name: string; reason: string; looked: boolean }[];
  requests: number;
  credits: number;
  /** ISO time of an earlier run whose survey this is (`--survey FILE`). */
  recalled?: string;
}
