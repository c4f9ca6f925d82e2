/** Facts about the target's data that a run collected before its first scenario. */

export interface SurveyRecord {
  /** The facts, by name of their input. */
  facts: Record<string, unknown>;
  /** The searched jobs: windows of days (both ends included), and how many of their jobs were read. */
  slices: { name: string; from: string; to: string; total: number; read: number }[];
  /** Unknown facts with the reason; `looked`: whether the survey searched the data for the fact. */
  unknown: { name: string; reason: string; looked: boolean }[];
  requests: number;
  credits: number;
  /** ISO time of the earlier run that made this survey (`--survey FILE`). */
  recalled?: string;
}
