import { Anchor, Button, FileInput, Group, Text } from '@mantine/core'
import { IconFileTypePdf, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkPdf, legalFileDocuments, type LegalFileDocument } from '#domain/settings/legal-file.ts'
import {
  deleteLegalFileCall,
  listLegalFilesCall,
  putLegalFileCall,
  type LegalFileAnswer,
} from '#sync/calls/legal-file.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { callErrorText, codeText } from '#web/lib/error-text.ts'
import { useCan, useFormat, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { base64Of } from '#web/staff/ui/form/base64-of.ts'
import { allowSameFile } from '#web/staff/ui/form/chosen-file.ts'
import { ConfirmModal } from '#web/staff/ui/confirm-modal.tsx'
import { isStale } from '#web/staff/ui/form/save-error.tsx'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { useTextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { settingsKey } from './settings-calls.ts'
import { Section } from './settings-form.tsx'

/** The legal texts of the account as PDF files (SET-14), each kept as soon as it is chosen. */
export function LegalFiles() {
  const { t } = useTranslation('settings')
  const http = useHttp()
  const { viewedAccountId } = useSignedInUser()
  const key = [...settingsKey(viewedAccountId), 'legal-files']
  const languages = useTextLanguages(new Map())
  const found = useQuery({ queryKey: key, queryFn: ({ signal }) => http(listLegalFilesCall, { signal }) })
  const fileOf = (document: LegalFileDocument, language: Language) =>
    found.data?.files.find((file) => file.document === document && file.language === language) ?? null
  const missing = (language: Language): number =>
    legalFileDocuments.filter((each) => fileOf(each, languages.own) !== null && fileOf(each, language) === null).length
  return (
    <Section id="settings-legal-files" title={t(($) => $.legalFiles.title)}>
      <Text size="sm" c="dimmed">
        {t(($) => $.legalFiles.text)}
      </Text>
      {found.data?.isScanned === false && (
        <Text size="sm" c="dimmed">
          {t(($) => $.legalFiles.notScanned)}
        </Text>
      )}
      {found.data === undefined ? (
        <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <LanguageTabs languages={languages} missing={missing}>
          {legalFileDocuments.map((document) => (
            <LegalFile
              key={`${document} ${languages.shown}`}
              document={document}
              language={languages.shown}
              file={fileOf(document, languages.shown)}
              queryKey={key}
            />
          ))}
        </LanguageTabs>
      )}
    </Section>
  )
}

function LegalFile(props: {
  readonly document: LegalFileDocument
  readonly language: Language
  readonly file: LegalFileAnswer | null
  readonly queryKey: readonly string[]
}) {
  const { t, i18n } = useTranslation('settings')
  const format = useFormat()
  const { document, language, file, queryKey } = props
  const mayChange = useCan('settings.update')
  const http = useHttp()
  const queries = useQueryClient()
  const [asks, setAsks] = useState(false)
  const [wrong, setWrong] = useState<string | null>(null)
  const which = { params: { document }, query: { language }, ifMatch: file?.version ?? 0 }
  const change = useSingleMutation({
    mutationFn: async (pdf: string | null) => {
      if (pdf === null) await http(deleteLegalFileCall, which)
      else await http(putLegalFileCall, { ...which, body: { pdf } })
    },
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const choose = async (chosen: File | null): Promise<void> => {
    if (chosen === null) return
    const bytes = new Uint8Array(await chosen.arrayBuffer())
    const checked = checkPdf(bytes)
    setWrong(checked.ok ? null : checked.error)
    if (checked.ok) change.mutate(base64Of(bytes))
    else change.reset()
  }
  const name = t(($) => $.legalFiles.document[document])
  const problem = wrong === null ? change.error && callErrorText(i18n, change.error) : codeText(i18n, wrong)
  return (
    <div>
      <FileInput
        size="md"
        label={name}
        description={t(($) => $.legalFiles.hint)}
        placeholder={t(($) => (file === null ? $.legalFiles.choose : $.legalFiles.replace))}
        accept=".pdf,application/pdf"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        fileInputProps={allowSameFile}
        value={null}
        onChange={(chosen) => void choose(chosen)}
        error={problem ?? (change.error ? t(($) => $.legalFiles.failed) : null)}
        disabled={!mayChange || change.isPending}
      />
      {isStale(change.error) && change.variables !== undefined && change.variables !== null && (
        <Button variant="default" mt="xs" onClick={() => change.mutate(change.variables)}>
          {t(($) => $.legalFiles.again)}
        </Button>
      )}
      <Group gap="sm" mih={44}>
        {file === null ? (
          <Text size="sm" c="dimmed">
            {t(($) => $.legalFiles.none)}
          </Text>
        ) : (
          <>
            <Anchor href={file.path} download underline="always" size="sm">
              {t(($) => $.legalFiles.since, {
                date: format.date(file.createdAt),
                size: format.number(Math.ceil(file.bytes / 1000)),
              })}
            </Anchor>
            <Button
              variant="subtle"
              color="gray"
              c="red.9"
              size="sm"
              disabled={!mayChange || change.isPending}
              leftSection={<IconTrash size={18} aria-hidden />}
              aria-label={t(($) => $.legalFiles.removeWhat, { what: name })}
              onClick={() => setAsks(true)}
            >
              {t(($) => $.legalFiles.remove)}
            </Button>
          </>
        )}
      </Group>
      <ConfirmModal
        data={
          asks
            ? {
                title: t(($) => $.legalFiles.removeWhat, { what: name }),
                content: t(($) => $.legalFiles.removeText),
                confirmLabel: t(($) => $.legalFiles.remove),
                destructive: true,
                confirm: () => change.mutate(null),
              }
            : null
        }
        onClose={() => setAsks(false)}
      />
    </div>
  )
}
