/** All courses, in the order of their listing. A new one is a value in the file of its topic. */
import type { Course } from './model/course.js';
import { answers } from './topics/answers.js';
import { keys } from './topics/keys.js';
import { lostAnswers } from './topics/lost-answers.js';
import { paging } from './topics/paging.js';
import { refusals } from './topics/refusals.js';
import { waiting } from './topics/waiting.js';

export const courses: readonly Course[] = [
  ...paging,
  ...lostAnswers,
  ...waiting,
  ...refusals,
  ...answers,
  ...keys,
];

/** Those that a function can be sent through: it cannot be ended by force. */
export const functionCourses: readonly Course[] = courses.filter(({ runs }) => runs !== 'restarted');
