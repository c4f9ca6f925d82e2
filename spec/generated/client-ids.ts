// Generated from spec/clients.yaml by `npm run generate`; do not edit.

export type ClientRuleId =
  | 'CLI-1' | 'CLI-2' | 'CLI-3' | 'CLI-4' | 'CLI-5' | 'CLI-6' | 'CLI-7' | 'CLI-8' | 'CLI-9' | 'CLI-10' | 'CLI-11' | 'CLI-12'
  | 'CLI-13' | 'CLI-14' | 'CLI-15' | 'CLI-16' | 'CLI-17' | 'CLI-18' | 'CLI-19' | 'CLI-20' | 'CLI-21' | 'CLI-22' | 'CLI-23' | 'CLI-24' | 'CLI-25' | 'CLI-26' | 'CLI-27'
  | 'CLI-28' | 'CLI-29' | 'CLI-30' | 'CLI-31' | 'CLI-32'
  | 'CLI-33' | 'CLI-34' | 'CLI-35' | 'CLI-36' | 'CLI-37' | 'CLI-38' | 'CLI-39'
  | 'CLI-40' | 'CLI-41' | 'CLI-42' | 'CLI-43' | 'CLI-44' | 'CLI-45' | 'CLI-46' | 'CLI-47' | 'CLI-48' | 'CLI-49' | 'CLI-50';

export const clientRuleIds: readonly ClientRuleId[] = [
  'CLI-1', 'CLI-2', 'CLI-3', 'CLI-4', 'CLI-5', 'CLI-6', 'CLI-7', 'CLI-8', 'CLI-9', 'CLI-10', 'CLI-11', 'CLI-12',
  'CLI-13', 'CLI-14', 'CLI-15', 'CLI-16', 'CLI-17', 'CLI-18', 'CLI-19', 'CLI-20', 'CLI-21', 'CLI-22', 'CLI-23', 'CLI-24', 'CLI-25', 'CLI-26', 'CLI-27',
  'CLI-28', 'CLI-29', 'CLI-30', 'CLI-31', 'CLI-32',
  'CLI-33', 'CLI-34', 'CLI-35', 'CLI-36', 'CLI-37', 'CLI-38', 'CLI-39',
  'CLI-40', 'CLI-41', 'CLI-42', 'CLI-43', 'CLI-44', 'CLI-45', 'CLI-46', 'CLI-47', 'CLI-48', 'CLI-49', 'CLI-50',
];
