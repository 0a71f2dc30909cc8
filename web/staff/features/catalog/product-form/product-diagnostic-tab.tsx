import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { OwnQuestions } from './own-questions.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { refurbQuestionsQuery } from '../catalog-calls.ts'
import { categoryQuestionsQuery } from '../questions/question-calls.ts'
import classes from './product-form.module.css'

/** What is asked of the product: of its customer by its category, and in the workshop of every product and of this one. */
export function DiagnosticTab(props: {
  readonly categoryId: string | null
  /** Null while the product is not created. */
  readonly productId: string | null
}) {
  const { categoryId, productId } = props
  const { t } = useTranslation('catalog')
  const mayManage = useCan('refurb_diagnostic.manage')
  return (
    <Stack gap="xl">
      <section aria-label={t(($) => $.product.customerQuestions)}>
        <Title order={2} size="h4" mb="xs">
          {t(($) => $.product.customerQuestions)}
        </Title>
        {categoryId === null ? (
          <Text c="dimmed">{t(($) => $.product.categoryFirst)}</Text>
        ) : (
          <CustomerQuestions categoryId={categoryId} />
        )}
      </section>
      <section aria-label={t(($) => $.product.refurbQuestions)}>
        <Title order={2} size="h4" mb="xs">
          {t(($) => $.product.refurbQuestions)}
        </Title>
        <Text mb="sm">{t(($) => $.product.refurbText)}</Text>
        {mayManage ? <RefurbQuestions /> : <Text c="dimmed">{t(($) => $.product.refurbOthers)}</Text>}
      </section>
      <section aria-label={t(($) => $.product.ownQuestions)}>
        <Title order={2} size="h4" mb="xs">
          {t(($) => $.product.ownQuestions)}
        </Title>
        <Text mb="sm">{t(($) => $.product.ownQuestionsText)}</Text>
        <OwnPart productId={productId} mayManage={mayManage} />
      </section>
    </Stack>
  )
}

function OwnPart({ productId, mayManage }: { readonly productId: string | null; readonly mayManage: boolean }) {
  const { t } = useTranslation('catalog')
  if (!mayManage) return <Text c="dimmed">{t(($) => $.product.ownOthers)}</Text>
  if (productId === null) return <Text c="dimmed">{t(($) => $.product.createFirst)}</Text>
  return <OwnQuestions productId={productId} />
}

function CustomerQuestions({ categoryId }: { readonly categoryId: string }) {
  const { t } = useTranslation('catalog')
  const mayWrite = useCan('question.write')
  const found = useQuery(categoryQuestionsQuery(useHttp(), categoryId))
  if (found.data === undefined) return <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Questions
      titles={found.data.questions.map(({ id, title }) => [id, title])}
      empty={t(($) => $.questions.empty.text)}
      formOf={mayWrite ? (id) => `/diagnostic/category/${categoryId}/question/${id}` : null}
      links={
        <>
          <TextLink to={`/diagnostic/category/${categoryId}`}>{t(($) => $.questions.open)}</TextLink>
          {mayWrite && (
            <TextLink to={`/diagnostic/category/${categoryId}/question/add`}>{t(($) => $.questions.create)}</TextLink>
          )}
        </>
      }
    />
  )
}

function RefurbQuestions() {
  const { t } = useTranslation('catalog')
  const found = useQuery(refurbQuestionsQuery(useHttp()))
  if (found.data === undefined) return <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Questions
      titles={found.data['hydra:member'].map(({ id, label }) => [id, label])}
      empty={t(($) => $.product.noRefurbQuestions)}
      formOf={(id) => `/refurb-diagnosis-questions/${id}/edit`}
      links={
        <>
          <TextLink to="/refurb-diagnosis-questions">{t(($) => $.questions.open)}</TextLink>
          <TextLink to="/refurb-diagnosis-questions/create">{t(($) => $.questions.create)}</TextLink>
        </>
      }
    />
  )
}

function Questions(props: {
  readonly titles: readonly (readonly [id: string, title: string])[]
  readonly empty: string
  /** The form of a question; null where the reader may not change it. */
  readonly formOf: ((id: string) => string) | null
  readonly links: ReactNode
}) {
  const { formOf } = props
  return (
    <Stack gap="sm" align="start">
      {props.titles.length === 0 ? (
        <Text c="dimmed">{props.empty}</Text>
      ) : (
        <ol className={classes.questions}>
          {props.titles.map(([id, title]) => (
            <li key={id}>{formOf === null ? title : <TextLink to={formOf(id)}>{title}</TextLink>}</li>
          ))}
        </ol>
      )}
      <Group gap="lg">{props.links}</Group>
    </Stack>
  )
}

function TextLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <AnchorLink to={to} underline="always">
      {children}
    </AnchorLink>
  )
}
