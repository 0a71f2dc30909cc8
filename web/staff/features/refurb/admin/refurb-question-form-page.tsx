import { Alert, Button, Fieldset, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconListCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { textLimits } from '#domain/kernel/text-limits.ts'
import {
  createRefurbQuestionCall,
  patchRefurbQuestionCall,
  refurbQuestionBody,
  type RefurbQuestionAnswer,
  type RefurbQuestionBody,
  type RefurbStepAnswer,
} from '#sync/calls/refurb.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { OrderButtons } from '#web/staff/ui/list/order-buttons.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { TruncatedMultiSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { allStepsQuery, productOfQuestionQuery, questionQuery, refurbKey } from './refurb-calls.ts'
import styles from './admin.module.css'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { problemsOf, without, type Problems } from '#web/staff/ui/form/form-problems.ts'
import { faultText } from '#web/staff/ui/form/field-fault.ts'

/**
 * `/refurb-diagnosis-questions/create` and `…/{id}/edit` (REFURB-02 to REFURB-04); a new question is asked of every
 * product, or of the one that is given (CAT-30).
 */
export function RefurbQuestionFormPage(props: { readonly id: string | null; readonly productId?: string | undefined }) {
  const { id, productId } = props
  const { t } = useTranslation('refurb')
  const http = useHttp()
  const steps = useQuery(allStepsQuery(http))
  const question = useQuery({ ...questionQuery(http, id ?? ''), enabled: id !== null })
  const asked = useQuery({ ...productOfQuestionQuery(http, productId ?? ''), enabled: productId !== undefined })
  const product = question.data?.product ?? (productId === undefined ? null : (asked.data ?? null))
  const isRead = steps.data !== undefined && (id === null || question.data !== undefined)
  const mayWrite = useCan('product.write')
  const title = id === null ? t(($) => $.admin.questions.create) : t(($) => $.admin.questions.editTitle)
  return (
    <Page
      title={title}
      icon={IconListCheck}
      crumbs={[
        product === null || !mayWrite
          ? { title: t(($) => $.admin.questions.title), to: '/refurb-diagnosis-questions' }
          : { title: product.label, to: '/product/$id/edit', params: { id: product.id } },
      ]}
    >
      {!isRead || (productId !== undefined && product === null) ? (
        <QueryPlaceholder
          error={steps.error ?? question.error ?? asked.error}
          onRetry={() =>
            void Promise.all([
              steps.refetch(),
              id === null ? null : question.refetch(),
              productId === undefined ? null : asked.refetch(),
            ])
          }
        />
      ) : (
        <QuestionForm
          key={`${question.data?.id ?? ''} ${question.data?.version ?? 0}`}
          question={question.data ?? null}
          steps={steps.data['hydra:member']}
          product={product}
          onReload={() => void question.refetch()}
        />
      )}
    </Page>
  )
}

interface AnswerValues {
  /** Tells the rows apart while they are edited; new ones have no id yet. */
  readonly key: number
  readonly id: string | null
  readonly label: string
  readonly stepIds: readonly string[]
}

interface Values {
  readonly label: string
  readonly type: 'unique' | 'multiple'
  readonly answers: readonly AnswerValues[]
}

/** The one product that a question is asked of. */
type AskedProduct = Pick<NonNullable<RefurbQuestionAnswer['product']>, 'id' | 'label'>

function QuestionForm(props: {
  readonly question: RefurbQuestionAnswer | null
  readonly steps: readonly RefurbStepAnswer[]
  readonly product: AskedProduct | null
  readonly onReload: () => void
}) {
  const { t, i18n } = useTranslation('refurb')
  const { question, steps, product } = props
  const navigate = useNavigate()
  const [began] = useState(() => valuesOf(question))
  const [values, setValues] = useState<Values>(began)
  const [problems, setProblems] = useState<Problems>({})
  const keys = useRef(values.answers.length)
  const place = placeOf(product, useCan('product.write'))
  const saving = useSaveQuestion(question, product, place)
  const setAnswers = (answers: readonly AnswerValues[], mended = 'answers'): void => {
    setValues({ ...values, answers })
    setProblems(without(problems, mended))
  }
  const setAnswer = (at: number, part: Partial<AnswerValues>): void =>
    setAnswers(
      values.answers.map((answer, n) => (n === at ? { ...answer, ...part } : answer)),
      `answers.${at}`,
    )
  const move = (at: number, to: number): void => {
    const moved = values.answers[at]
    if (moved === undefined) return
    setAnswers(values.answers.toSpliced(at, 1).toSpliced(to, 0, moved))
  }
  const orderTexts = (what: string) => ({
    up: `${t(($) => $.admin.up)} – ${what}`,
    down: `${t(($) => $.admin.down)} – ${what}`,
    remove: `${t(($) => $.admin.delete)} – ${what}`,
  })
  const add = (): void => {
    keys.current += 1
    setAnswers([...values.answers, { key: keys.current, id: null, label: '', stepIds: [] }])
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const parsed = refurbQuestionBody.safeParse(bodyOf(values))
    setProblems(
      parsed.success
        ? {}
        : problemsOf(
            parsed.error,
            ({ message, path }) =>
              faultText(i18n, message, { schema: refurbQuestionBody, path }) ?? t(($) => $.form.invalid),
          ),
    )
    if (parsed.success) saving.mutate(parsed.data)
  }
  return (
    <OfficeForm
      maw={820}
      saving={saving}
      isUnsaved={values !== began}
      onSubmit={submit}
      trouble={<SaveError error={saving.error} onReload={props.onReload} />}
      buttons={
        <>
          <Button type="submit" loading={saving.isPending}>
            {question === null ? t(($) => $.admin.questions.create) : t(($) => $.form.save)}
          </Button>
          <Button variant="default" onClick={() => void navigate(place)}>
            {t(($) => $.form.cancel)}
          </Button>
        </>
      }
    >
      {product === null ? null : (
        <Alert color="blue">{t(($) => $.admin.questions.ofProduct, { product: product.label })}</Alert>
      )}
      <TextInput
        label={t(($) => $.admin.questions.label)}
        withAsterisk
        autoFocus
        maxLength={textLimits.name + 1}
        value={values.label}
        error={problems['label']}
        onChange={(event) => {
          setValues({ ...values, label: event.currentTarget.value })
          setProblems(without(problems, 'label'))
        }}
      />
      <Radio.Group
        label={t(($) => $.admin.questions.type)}
        value={values.type}
        onChange={(type) => setValues({ ...values, type: type === 'multiple' ? 'multiple' : 'unique' })}
      >
        <Group mt="xs">
          <Radio value="unique" label={t(($) => $.admin.questions.types.unique)} />
          <Radio value="multiple" label={t(($) => $.admin.questions.types.multiple)} />
        </Group>
      </Radio.Group>
      <Fieldset legend={t(($) => $.admin.questions.answers)}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t(($) => $.admin.questions.answersText)}
          </Text>
          {values.answers.length > 5 && (
            <Alert color="blue" p="xs">
              {t(($) => $.admin.questions.manyAnswers)}
            </Alert>
          )}
          {problems['answers'] !== undefined && (
            <Text c="red" size="sm" role="alert">
              {problems['answers']}
            </Text>
          )}
          {values.answers.map((answer, at) => (
            <fieldset key={answer.key} className={styles.answer}>
              <legend className="visually-hidden">{t(($) => $.admin.questions.answer, { number: at + 1 })}</legend>
              <TextInput
                className={styles.answerLabel ?? ''}
                label={t(($) => $.admin.questions.answer, { number: at + 1 })}
                withAsterisk
                maxLength={textLimits.name + 1}
                value={answer.label}
                error={problems[`answers.${at}.label`]}
                onChange={(event) => setAnswer(at, { label: event.currentTarget.value })}
              />
              <TruncatedMultiSelect
                className={styles.answerSteps ?? ''}
                label={t(($) => $.admin.questions.steps)}
                placeholder={answer.stepIds.length === 0 ? t(($) => $.admin.questions.noStep) : ''}
                size="md"
                searchable
                clearable
                data={steps.map(({ id, name }) => ({ value: id, label: name }))}
                value={[...answer.stepIds]}
                error={problems[`answers.${at}.stepIds`]}
                onChange={(stepIds) => setAnswer(at, { stepIds })}
              />
              <OrderButtons
                className={styles.answerActions}
                labels={orderTexts(t(($) => $.admin.questions.answer, { number: at + 1 }))}
                at={at}
                count={values.answers.length}
                onMove={(to) => move(at, to)}
                onRemove={() => setAnswers(values.answers.toSpliced(at, 1))}
              />
            </fieldset>
          ))}
          <Button
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={add}
            style={{ alignSelf: 'flex-start' }}
          >
            {t(($) => $.admin.questions.addAnswer)}
          </Button>
        </Stack>
      </Fieldset>
    </OfficeForm>
  )
}

/** Where the questions are that this one is among: for who may not write products, not in the product's form. */
function placeOf(product: AskedProduct | null, mayWrite: boolean): Place {
  if (product === null) return { to: '/refurb-diagnosis-questions' }
  return mayWrite
    ? { to: '/product/$id/edit', params: { id: product.id }, hash: 'diagnostic' }
    : { to: '/refurb-diagnosis-questions', search: { product: product.id } }
}

type Place = Parameters<typeof useSaveToList>[0]['to']

function useSaveQuestion(question: RefurbQuestionAnswer | null, product: AskedProduct | null, to: Place) {
  const http = useHttp()
  return useSaveToList({
    send: (body: RefurbQuestionBody) =>
      question === null
        ? http(createRefurbQuestionCall, { body: { ...body, productId: product?.id ?? null } })
        : http(patchRefurbQuestionCall, { params: { id: question.id }, body, ifMatch: question.version }),
    queryKey: refurbKey,
    to,
    message: question === null ? 'created' : 'saved',
  })
}

function valuesOf(question: RefurbQuestionAnswer | null): Values {
  if (question === null) {
    const empty = { id: null, label: '', stepIds: [] }
    return { label: '', type: 'unique', answers: [1, 2].map((key) => ({ ...empty, key })) }
  }
  const answers = question.answers.map(({ id, label, steps }, at) => ({
    key: at + 1,
    id,
    label,
    stepIds: steps.map((step) => step.id),
  }))
  return { label: question.label, type: question.type, answers }
}

function bodyOf({ label, type, answers }: Values): unknown {
  return {
    label,
    type,
    answers: answers.map((answer) => ({
      ...(answer.id === null ? {} : { id: answer.id }),
      label: answer.label,
      stepIds: [...answer.stepIds],
    })),
  }
}
