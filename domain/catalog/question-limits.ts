/** Texts of a question that customers read, and that can be given in each language. */
export const questionTexts = ['title', 'howToTest', 'description'] as const
/** Texts of an answer that can be given in each language. */
export const answerTexts = ['name', 'description'] as const

/** Limits of diagnostic questions (CAT-44, CAT-45) beside those of any text: texts in characters, amounts in cents. */
export const questionLimits = {
  /** How to test, and descriptions of questions and answers. */
  text: 3000,
  answersMin: 2,
  answersMax: 50,
  /** No answer does more to a price than the highest price of a product. */
  impactCents: 5_000_000,
} as const

/** Why a question is not added or changed; stable, shown and translated by code. */
export const questionErrors = [
  /** A category that asks it has another question of this title, in whatever letters. */
  'QUESTION_TITLE_TAKEN',
] as const
export type QuestionError = (typeof questionErrors)[number]
