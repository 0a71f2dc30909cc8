import { Alert, Badge, Button, Text, Textarea } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import {
  transferOrderTermsLimits,
  transferOrderVariables,
  unknownVariables,
  variableMark,
  type TransferOrderVariable,
} from '#domain/document/transfer-order-terms.ts'
import { missingIn, type Translations } from '#domain/kernel/translations.ts'
import {
  patchTransferOrderTermsCall,
  transferOrderTexts,
  type TransferOrderTermsAnswer,
  type TransferOrderTermsPatch,
} from '#sync/calls/transfer-order.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { sentTexts } from '#web/staff/ui/form/translated-draft.ts'
import {
  textField,
  useTextLanguage,
  useTextLanguages,
  type TextLanguages,
} from '#web/staff/ui/form/use-text-languages.ts'
import { OfficeForm } from '#web/staff/ui/form/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { transferOrderQuery } from './design-calls.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { useFormSave } from '#web/staff/ui/form/use-form-save.ts'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { searchWithAlert } from '#web/staff/ui/search-with.ts'
import { TermsPreview } from './terms-preview.tsx'
import classes from './design.module.css'

/** `/settings/transfer-order` (SHELL-28, CIRC-33 to CIRC-35): the terms that transfer orders are printed with. */
export function TransferOrderPage() {
  const { t } = useTranslation(['branding', 'document', 'shell'])
  const found = useQuery(transferOrderQuery(useHttp()))
  const badge = (
    <Badge variant="light" color="yellow" tt="none">
      {t(($) => $.menu.premium, { ns: 'shell' })}
    </Badge>
  )
  return (
    <Page title={t(($) => $.terms.title)} icon={IconFileText} actions={badge}>
      {found.data === undefined ? (
        <QueryPlaceholder error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <TermsForm key={found.data.version} answer={found.data} onReload={() => void found.refetch()} />
      )}
    </Page>
  )
}

interface Draft {
  readonly terms: string
  readonly translations: Translations
}

function TermsForm(props: { readonly answer: TransferOrderTermsAnswer; readonly onReload: () => void }) {
  const { answer, onReload } = props
  const { t, i18n } = useTranslation('branding')
  const mayUpdate = useCan('transfer_order.update')
  const mayChange = mayUpdate && answer.isActive
  const standard = useStandardTerms()
  const [began] = useState((): Draft => ({
    terms: answer.terms ?? standard,
    translations: answer.translations,
  }))
  const [draft, setDraft] = useState(began)
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const languages = useTextLanguages(problems)
  const [modal, setModal] = useState<ModalData | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  // Where a variable is inserted: at the end of the text until the user has been in the field of its language.
  const caret = useRef<{ readonly lang: string; readonly at: readonly [number, number] } | null>(null)
  const saving = useSaveTerms(answer)
  const terms = writtenIn(draft, languages)
  // The product's terms are there in each language: nothing is missing beside them, and they stay the product's.
  const isStandard = draft.terms === standard
  const isOwn = answer.terms !== null || Object.keys(answer.translations).length > 0
  const path = languages.shown === languages.own ? 'terms' : `translations.${languages.shown}.terms`
  const text = textField(languages, draft, 'terms', {
    fault: (at) => textOf(problems.get(at)),
    onChange: (part) => {
      setDraft({ ...draft, ...part })
      setProblems(new Map([...problems].filter(([at]) => at !== path)))
    },
  })
  const insert = (name: TransferOrderVariable): void => {
    const mark = variableMark(name)
    const isHere = caret.current?.lang === text.lang
    const [start, end] = isHere ? caret.current!.at : [terms.length, terms.length]
    text.onChange({ currentTarget: { value: terms.slice(0, start) + mark + terms.slice(end) } })
    // The list gives the focus back to itself once it has closed.
    setTimeout(() => {
      field.current?.focus()
      field.current?.setSelectionRange(start + mark.length, start + mark.length)
    })
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const { body } = patchTransferOrderTermsCall
    const parsed = body.safeParse({
      terms: isStandard ? null : draft.terms,
      translations: sentTexts(draft.translations),
    })
    if (parsed.success) return saving.mutate(parsed.data)
    const found = parsed.error.issues.map(({ path: at, message }) => [at.join('.'), message] as const)
    setProblems(new Map(found.toReversed()))
    languages.lead(found.map(([at]) => at))
    field.current?.focus()
  }
  return (
    <div className={classes.columns}>
      <OfficeForm
        className={classes.card}
        saving={saving}
        isUnsaved={draft !== began}
        onSubmit={submit}
        trouble={<SaveError error={saving.error} onReload={onReload} />}
        buttons={
          mayChange && (
            <>
              <Button type="submit" loading={saving.isPending}>
                {t(($) => $.form.save)}
              </Button>
              {isOwn && (
                <Button
                  variant="default"
                  disabled={saving.isPending}
                  onClick={() =>
                    setModal({
                      title: t(($) => $.terms.backTitle),
                      content: t(($) => $.terms.backText),
                      confirmLabel: t(($) => $.terms.back),
                      destructive: true,
                      confirm: () => saving.mutate({ terms: null }),
                    })
                  }
                >
                  {t(($) => $.terms.back)}
                </Button>
              )}
            </>
          )
        }
      >
        {!answer.isActive ? (
          <Alert color="yellow" role="status">
            {t(($) => $.terms.notActive)}
          </Alert>
        ) : (
          !mayUpdate && <Text c="dimmed">{t(($) => $.form.readOnly)}</Text>
        )}
        <Text>{!isOwn ? t(($) => $.terms.standard) : t(($) => $.terms.own)}</Text>
        <TruncatedSelect
          label={t(($) => $.terms.insert)}
          description={t(($) => $.terms.insertHint)}
          placeholder={t(($) => $.terms.choose)}
          data={transferOrderVariables.map((name) => ({ value: name, label: t(($) => $.terms.variable[name]) }))}
          value={null}
          onChange={(name) => {
            const found = transferOrderVariables.find((one) => one === name)
            if (found !== undefined) insert(found)
          }}
          disabled={!mayChange}
        />
        <LanguageTabs
          languages={languages}
          missing={(language) =>
            isStandard ? 0 : missingIn(draft, draft.translations, transferOrderTexts, language).length
          }
        >
          <Textarea
            ref={field}
            label={t(($) => $.terms.field)}
            description={t(($) => $.terms.count, { count: [...terms].length, maximum: transferOrderTermsLimits.max })}
            withAsterisk={languages.shown === languages.own}
            autosize
            minRows={10}
            maxRows={24}
            {...text}
            onBlur={({ currentTarget: { selectionStart, selectionEnd } }) =>
              (caret.current = { lang: text.lang, at: [selectionStart, selectionEnd] })
            }
            disabled={!mayChange}
          />
        </LanguageTabs>
      </OfficeForm>
      <TermsPreview terms={terms === '' ? draft.terms : terms} />
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </div>
  )

  function textOf(code: string | undefined): string | null {
    if (code === undefined) return null
    const said = codeText(i18n, code)
    return code === 'FORM_TERMS_VARIABLE_UNKNOWN' ? `${said} ${unknownVariables(terms).join(', ')}` : said
  }
}

/** The terms in the language that is shown. */
function writtenIn({ terms, translations }: Draft, { own, shown }: Pick<TextLanguages, 'own' | 'shown'>): string {
  return shown === own ? terms : (translations[shown]?.['terms'] ?? '')
}

/** The product's own terms as they are written, with their variables, in the language of the account's texts. */
function useStandardTerms(): string {
  const lng = useTextLanguage()
  // Asked for in that language, so that it is loaded before it is read.
  const { i18n } = useTranslation('document', { lng })
  const found: unknown = i18n.getResource(lng, 'document', 'print.buyback.defaultTerms')
  return typeof found === 'string' ? found : ''
}

function useSaveTerms(answer: TransferOrderTermsAnswer) {
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useFormSave({
    send: (body: TransferOrderTermsPatch) => http(patchTransferOrderTermsCall, { body, ifMatch: answer.version }),
    onSaved: async (changed, _sent, isHere) => {
      queries.setQueryData(transferOrderQuery(http).queryKey, changed)
      if (!isHere) return
      await navigate({
        to: '/settings/transfer-order',
        search: searchWithAlert('saved'),
        replace: true,
      })
    },
  })
}
