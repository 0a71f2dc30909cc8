import { Alert, Anchor, Button, FileInput, Group, Progress, Stack, Stepper, Text } from '@mantine/core'
import { IconFileUpload, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '#web/lib/http.ts'
import { languages } from '#domain/kernel/languages.ts'
import { userWorkbookTemplateCall } from '#sync/calls/list-workbook.ts'
import { userImportGuideCall, userImportTemplateCall } from '#sync/calls/user-import.ts'
import { callErrorText, codeText } from '#web/lib/error-text.ts'
import { listFileTypes } from '#web/lib/read-list-file.ts'
import { allowSameFile } from '#web/staff/ui/form/chosen-file.ts'
import { TemplateLinks } from '#web/staff/ui/form/template-links.tsx'
import { UnsavedChangesPrompt } from '#web/staff/ui/form/unsaved-changes-prompt.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { ImportLines, RefusedFile } from './user-import-lines.tsx'
import { useImport } from './use-user-import.ts'
import classes from './user.module.css'

const stepClasses = { steps: classes.steps ?? '', separator: classes.separator ?? '' }

type Import = ReturnType<typeof useImport>

/** `/users/import` (ORG-43, ORG-44): a file, what it would do line by line, and doing it. */
export function UserImportPage() {
  const { t } = useTranslation('user')
  const steps = useImport()
  const { columns, sending, done, total } = steps
  const isBegun = sending.isPending || sending.isError || sending.isSuccess
  const at = columns === null ? 0 : isBegun ? 2 : 1
  return (
    <Page title={t(($) => $.import.title)} icon={IconUsers} crumbs={[{ title: t(($) => $.title), to: '/users' }]}>
      <Stack gap="lg" maw={1000}>
        <Stepper
          active={sending.isSuccess ? 3 : at}
          size="sm"
          allowNextStepsSelect={false}
          iconSize={32}
          classNames={stepClasses}
        >
          {(['file', 'check', 'import'] as const).map((step) => (
            <Stepper.Step key={step} label={t(($) => $.import.step[step])} />
          ))}
        </Stepper>
        {columns === null ? <FileStep steps={steps} /> : <LinesStep steps={steps} />}
      </Stack>
      <UnsavedChangesPrompt isUnsaved={sending.isPending || (sending.isError && done < total)} />
    </Page>
  )
}

function FileStep({ steps: { checking } }: { readonly steps: Import }) {
  const { t, i18n } = useTranslation(['user', 'common'])
  const refused = checking.data ?? null
  const language = languages.find((one) => one === i18n.language) ?? languages[0]
  return (
    <Stack gap="md">
      <Text>{t(($) => $.import.intro)}</Text>
      <Group gap="lg">
        <Anchor
          href={addressOf(userImportGuideCall.path, { query: { language } })}
          target="_blank"
          rel="noopener"
          underline="always"
        >
          {t(($) => $.import.guide)}
        </Anchor>
        <TemplateLinks csv={userImportTemplateCall.path} book={userWorkbookTemplateCall} name="users" />
      </Group>
      <FileInput
        label={t(($) => $.import.file)}
        description={t(($) => $.import.limits)}
        placeholder={t(($) => $.import.choose)}
        size="md"
        leftSection={<IconFileUpload size={20} aria-hidden />}
        accept={listFileTypes}
        fileInputProps={allowSameFile}
        maw={480}
        disabled={checking.isPending}
        onChange={(file) => (file === null ? undefined : checking.mutate(file))}
      />
      <p className="visually-hidden" role="status">
        {checking.isPending && t(($) => $.import.checking)}
      </p>
      {(refused !== null || checking.error !== null) && (
        <Alert color="red" role="alert" title={t(($) => $.import.failed)}>
          {(refused === null ? callErrorText(i18n, checking.error) : codeText(i18n, refused)) ??
            t(($) => $.import.failedText)}
          {checking.error !== null && (
            <div>
              <Button variant="default" size="sm" mt="sm" onClick={() => checking.mutate(checking.variables)}>
                {t(($) => $.action.retry, { ns: 'common' })}
              </Button>
            </div>
          )}
        </Alert>
      )}
    </Stack>
  )
}

function LinesStep({ steps }: { readonly steps: Import }) {
  const { t, i18n } = useTranslation('user')
  const { lines, sending, total, done, reset } = steps
  const isOver = sending.isSuccess
  const hasRefused = lines.some(({ state }) => state === 'refused')
  return (
    <Stack gap="md">
      {total === 0 && (
        <Alert color="yellow" role="alert">
          {t(($) => $.import.nothing)}
        </Alert>
      )}
      {isOver && (
        <Alert color="green" role="status">
          {t(($) => $.import.done)}
        </Alert>
      )}
      {sending.isError && (
        <Alert color="red" role="alert" title={t(($) => $.import.interrupted)}>
          {[callErrorText(i18n, sending.error), t(($) => $.import.interruptedText)].filter(Boolean).join(' ')}
        </Alert>
      )}
      {(sending.isPending || sending.isError) && (
        <div>
          <Text size="sm">{t(($) => $.import.progress, { done, total })}</Text>
          <Progress
            value={total === 0 ? 0 : (100 * done) / total}
            aria-label={t(($) => $.import.step.import)}
            animated={sending.isPending}
          />
        </div>
      )}
      <Group gap="sm">
        {!isOver && total > 0 && (
          <Button loading={sending.isPending} onClick={() => sending.mutate()}>
            {sending.isError ? t(($) => $.import.resume) : t(($) => $.import.start, { count: total })}
          </Button>
        )}
        {isOver && <ButtonLink to="/users">{t(($) => $.import.toUsers)}</ButtonLink>}
        {hasRefused && !sending.isPending && <RefusedFile steps={steps} />}
        {!sending.isPending && (
          <Button variant="default" onClick={reset}>
            {t(($) => $.import.other)}
          </Button>
        )}
      </Group>
      <ImportLines lines={lines} />
    </Stack>
  )
}
