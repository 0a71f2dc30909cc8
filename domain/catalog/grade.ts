/** Grades of a product from best to worst; a simple product has only the functional one. */
export const grades = ['functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e'] as const
export type Grade = (typeof grades)[number]

/** Grades that an answer may still allow, from best to worst. */
export const answerGrades = ['grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e'] as const
/** One grade that an answer may still allow. */
export type AnswerGrade = (typeof answerGrades)[number]

/** The worst of the grades that the answers still allow: the item's grade; the best one where nothing speaks against it. */
export function worstGrade(allowed: readonly AnswerGrade[]): AnswerGrade {
  return allowed.reduce<AnswerGrade>(
    (worst, grade) => (answerGrades.indexOf(grade) > answerGrades.indexOf(worst) ? grade : worst),
    'grade_a',
  )
}
