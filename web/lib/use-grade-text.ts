import { useTranslation } from 'react-i18next'

const grades = ['functional', 'grade_a', 'grade_b', 'grade_c', 'grade_d', 'grade_e'] as const

/** Names a grade; null where there is none. */
export function useGradeText(): (grade: string | null) => string | null {
  const { t } = useTranslation('warehouse')
  return (grade) => {
    const known = grades.find((one) => one === grade)
    return known === undefined ? null : t(($) => $.grade[known])
  }
}
