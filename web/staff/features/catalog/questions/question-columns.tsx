import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { QuestionAnswer } from '#sync/calls/question.ts'
import { useGradeText } from '#web/lib/use-grade-text.ts'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { useImpactText } from './use-impact-text.ts'
import classes from './questions.module.css'

/** So many other categories are named; more are counted. */
const mostNamed = 3

/** Columns of the questions of a category, which come in their order. */
export function useQuestionColumns(
  categoryId: string,
  questions: readonly QuestionAnswer[],
): readonly Column<QuestionAnswer>[] {
  const { t } = useTranslation('catalog')
  return [
    {
      key: 'place',
      title: t(($) => $.questions.place),
      cell: (question) => questions.indexOf(question) + 1,
    },
    {
      key: 'title',
      title: t(($) => $.questions.question),
      cell: (question) => <Asked question={question} categoryId={categoryId} />,
    },
    { key: 'answers', title: t(($) => $.questions.answers), cell: (question) => <Answers question={question} /> },
  ]
}

function Asked({ question, categoryId }: { readonly question: QuestionAnswer; readonly categoryId: string }) {
  const { t } = useTranslation('catalog')
  const others = question.categories.filter(({ id }) => id !== categoryId).map(({ name }) => name)
  const names = others.join(', ')
  return (
    <div className={classes.asked}>
      <strong>{question.title}</strong>
      {question.howToTest !== null && (
        <Text size="sm" c="dimmed" lineClamp={3}>
          {question.howToTest}
        </Text>
      )}
      {others.length > 0 && (
        <Text size="sm" className={classes.shared ?? ''} title={names}>
          {others.length > mostNamed
            ? t(($) => $.questions.sharedMany, { count: others.length })
            : t(($) => $.questions.shared, { categories: names })}
        </Text>
      )}
    </div>
  )
}

/** Each answer with the best grade that it leaves and what it does to the price. */
function Answers({ question }: { readonly question: QuestionAnswer }) {
  const { t } = useTranslation('catalog')
  const gradeText = useGradeText()
  const impactText = useImpactText()
  return (
    <ul className={classes.answers}>
      {question.answers.map(({ id, name, bestGrade, impact, isLast }) => (
        <li key={id}>
          {name}
          <Text span size="sm" c="dimmed">
            {[gradeText(bestGrade), impactText(impact), isLast === true ? t(($) => $.questions.isLast) : null]
              .filter((text) => text !== null)
              .join(' · ')}
          </Text>
        </li>
      ))}
    </ul>
  )
}
