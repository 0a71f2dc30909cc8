import { Alert, Button, Fieldset, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconHelpCircle, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { answerTexts, questionLimits, questionTexts } from '#domain/catalog/question-limits.ts'
import { questionSchema, type QuestionBody } from '#domain/catalog/question.schema.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { missingIn } from '#domain/kernel/translations.ts'
import { defaultText } from '#domain/kernel/text-limits.ts'
import {
  createQuestionCall,
  patchQuestionCall,
  type CategoryQuestions,
  type QuestionAnswer,
} from '#sync/calls/question.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { faultText } from '#web/staff/ui/form/field-fault.ts'
import { focusFirstFault } from '#web/staff/ui/form/first-fault.ts'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { textField, useTextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { PictureField } from '#web/staff/ui/form/picture-field.tsx'
import { isWrongFile, sentPicture, type PictureValue } from '#web/staff/ui/form/picture-file.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { AnswerFields } from './answer-fields.tsx'
import { categoryQuestionsQuery, questionQuery } from './question-calls.ts'
import {
  checkQuestion,
  draftOf,
  newAnswer,
  type AnswerDraft,
  type QuestionDraft,
  type QuestionFaults,
} from './question-draft.ts'
import { useSaveToList } from '#web/staff/ui/form/use-save-to-list.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'

/** `/diagnostic/category/{categoryId}/question/add` and `…/{questionId}` (CAT-43 to CAT-45). */
export function QuestionFormPage(props: { readonly categoryId: string; readonly questionId: string | null }) {
  const { categoryId, questionId } = props
  const { t } = useTranslation('catalog')
  const http = useHttp()
  const category = useQuery(categoryQuestionsQuery(http, categoryId))
  const question = useQuery({ ...questionQuery(http, questionId ?? ''), enabled: questionId !== null })
  const isReady = category.data !== undefined && (questionId === null || question.data !== undefined)
  return (
    <Page
      title={questionId === null ? t(($) => $.questions.create) : t(($) => $.questions.edit)}
      icon={IconHelpCircle}
      crumbs={[
        { title: t(($) => $.questions.title), to: '/diagnostic' },
        ...(category.data === undefined
          ? []
          : [
              {
                title: category.data.category.name,
                to: '/diagnostic/category/$categoryId' as const,
                params: { categoryId },
              },
            ]),
      ]}
    >
      {isReady ? (
        <QuestionForm
          key={`${question.data?.id ?? ''} ${question.data?.version ?? 0}`}
          category={category.data.category}
          question={question.data ?? null}
          onReload={() => void question.refetch()}
        />
      ) : (
        <QueryPlaceholder
          error={category.error ?? question.error}
          missing={category.error === null ? t(($) => $.form.missing.question) : t(($) => $.form.missing.category)}
          isRetrying={category.isFetching || question.isFetching}
          onRetry={() => void Promise.all([category.refetch(), questionId === null ? null : question.refetch()])}
        />
      )}
    </Page>
  )
}

const noFaults: QuestionFaults = new Map()

function QuestionForm(props: {
  readonly category: CategoryQuestions['category']
  readonly question: QuestionAnswer | null
  readonly onReload: () => void
}) {
  const { category, question, onReload } = props
  const { t, i18n } = useTranslation('catalog')
  const [began] = useState(() => draftOf(question))
  const [draft, setDraft] = useState(began)
  const [image, setImage] = useState<PictureValue>(undefined)
  const [faults, setFaults] = useState(noFaults)
  const saving = useSaveQuestion(category.id, question)
  const { answersMin, answersMax } = questionLimits
  const fault = (path: string): string | null => {
    const message = faults.get(path)
    return message === undefined
      ? null
      : (faultText(i18n, message, { schema: questionSchema, path: path.split('.') }) ?? message)
  }
  const set = (part: Partial<QuestionDraft>): void => {
    const next = { ...draft, ...part }
    setDraft(next)
    // What was found wrong is looked at again with each key, and what was not is left alone until it is sent.
    if (faults.size > 0) setFaults(stillWrong(faults, next))
  }
  const languages = useTextLanguages(faults)
  const field = (name: (typeof questionTexts)[number]) => textField(languages, draft, name, { fault, onChange: set })
  const setAnswer = (at: number, part: Partial<AnswerDraft>): void =>
    set({ answers: draft.answers.map((answer, n) => (n === at ? { ...answer, ...part } : answer)) })
  const arrange = (answers: readonly AnswerDraft[]): void => {
    setFaults(noFaults)
    setDraft({ ...draft, answers })
  }
  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const checked = checkQuestion(draft)
    setFaults(checked.ok ? noFaults : checked.error)
    if (!checked.ok) languages.lead(checked.error.keys())
    if (checked.ok && !isWrongFile(image)) return saving.mutate({ ...checked.value, image: sentPicture(image) })
    focusFirstFault(event.currentTarget)
  }
  const others = question?.categories.filter(({ id }) => id !== category.id) ?? []
  return (
    <OfficeForm
      maw={880}
      saving={saving}
      isUnsaved={draft !== began || image !== undefined}
      onSubmit={submit}
      trouble={<SaveError error={saving.error} onReload={onReload} />}
      buttons={
        <>
          <Button type="submit" loading={saving.isPending}>
            {question === null ? t(($) => $.questions.create) : t(($) => $.form.save)}
          </Button>
          <ButtonLink to="/diagnostic/category/$categoryId" params={{ categoryId: category.id }} variant="default">
            {t(($) => $.form.cancel)}
          </ButtonLink>
        </>
      }
    >
      {others.length > 0 && (
        <Alert color="blue">
          {t(($) => $.questions.sharedEdit, { categories: others.map(({ name }) => name).join(', ') })}
        </Alert>
      )}
      <LanguageTabs languages={languages} missing={(language) => missingOf(draft, language)}>
        <TextInput
          label={t(($) => $.questions.question)}
          withAsterisk={languages.shown === languages.own}
          autoFocus
          maxLength={defaultText.max + 1}
          {...field('title')}
        />
        <Textarea
          label={t(($) => $.questions.howToTest)}
          description={t(($) => $.questions.howToTestText)}
          autosize
          minRows={2}
          {...field('howToTest')}
        />
        <Textarea label={t(($) => $.questions.description)} autosize minRows={2} {...field('description')} />
        <PictureField
          use="question"
          label={t(($) => $.questions.image)}
          hint={t(($) => $.questions.imageHint)}
          absent={t(($) => $.category.noImage)}
          stored={question?.image ?? null}
          value={image}
          problem={null}
          disabled={false}
          onChange={setImage}
        />
        <Fieldset legend={t(($) => $.questions.answers)}>
          <Stack gap="sm">
            <Text size="sm" c="dimmed">
              {t(($) => $.questions.answersText, { min: answersMin })}
            </Text>
            {draft.answers.map((answer, at) => (
              <AnswerFields
                key={answer.key}
                answer={answer}
                languages={languages}
                number={at + 1}
                count={draft.answers.length}
                fault={(path) => fault(`answers.${at}.${path}`)}
                onChange={(part) => setAnswer(at, part)}
                onMove={(to) => arrange(draft.answers.toSpliced(at, 1).toSpliced(to, 0, answer))}
                onRemove={() => arrange(draft.answers.toSpliced(at, 1))}
              />
            ))}
            <Button
              variant="default"
              leftSection={<IconPlus size={20} aria-hidden />}
              disabled={draft.answers.length >= answersMax}
              onClick={() => arrange([...draft.answers, newAnswer()])}
              style={{ alignSelf: 'flex-start' }}
            >
              {t(($) => $.questions.addAnswer)}
            </Button>
          </Stack>
        </Fieldset>
      </LanguageTabs>
    </OfficeForm>
  )
}

// A text of the question or of one of its answers.
function missingOf(draft: QuestionDraft, language: Language): number {
  const ofAnswers = draft.answers.map((answer) => missingIn(answer, answer.translations, answerTexts, language).length)
  return ofAnswers.reduce((a, b) => a + b, missingIn(draft, draft.translations, questionTexts, language).length)
}

function stillWrong(faults: QuestionFaults, draft: QuestionDraft): QuestionFaults {
  const checked = checkQuestion(draft)
  return checked.ok ? noFaults : new Map([...checked.error].filter(([path]) => faults.has(path)))
}

function useSaveQuestion(categoryId: string, question: QuestionAnswer | null) {
  const http = useHttp()
  return useSaveToList({
    send: (body: QuestionBody & { readonly image: string | null | undefined }) =>
      question === null
        ? http(createQuestionCall, { params: { id: categoryId }, body })
        : http(patchQuestionCall, { params: { id: question.id }, body, ifMatch: question.version }),
    queryKey: catalogKey,
    to: { to: '/diagnostic/category/$categoryId', params: { categoryId } },
    message: question === null ? 'created' : 'saved',
  })
}
