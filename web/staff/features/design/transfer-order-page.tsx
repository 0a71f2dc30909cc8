import { Alert, Badge, Button, Text, Textarea } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { useRef, useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { transferOrderTermsSchema } from '#domain/document/transfer-order-terms.schema.ts'
import {
  transferOrderTermsLimits,
  transferOrderVariables,
  unknownVariables,
  variableMark,
  type TransferOrderVariable,
} from '#domain/document/transfer-order-terms.ts'
import { patchTransferOrderTermsCall, type TransferOrderTermsAnswer } from '#sync/calls/transfer-order.ts'
import { codeText } from '#web/lib/error-text.ts'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { OfficeForm } from '#web/staff/ui/office-form.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { ShortSelect } from '#web/staff/ui/short-select.tsx'
import { transferOrderQuery } from './design-calls.ts'
import { ChangeTrouble } from '#web/staff/ui/change-trouble.tsx'
import { useFormSave } from '#web/staff/ui/use-form-save.ts'
import { Unread } from '#web/staff/ui/unread.tsx'
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
        <Unread error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <TermsForm key={found.data.version} answer={found.data} onReload={() => void found.refetch()} />
      )}
    </Page>
  )
}

function TermsForm(props: { readonly answer: TransferOrderTermsAnswer; readonly onReload: () => void }) {
  const { answer, onReload } = props
  const { t, i18n } = useTranslation('branding')
  const mayUpdate = useCan('transfer_order.update')
  const mayChange = mayUpdate && answer.isActive
  const [began] = useState(() => answer.terms ?? standardTerms(i18n))
  const [terms, setTerms] = useState(began)
  const [problem, setProblem] = useState<string | null>(null)
  const [modal, setModal] = useState<ModalData | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  // Where a variable goes: behind the text until somebody has been in it.
  const caret = useRef<readonly [number, number] | null>(null)
  const saving = useSaveTerms(answer)
  const change = (next: string): void => {
    setTerms(next)
    setProblem(null)
  }
  const insert = (name: TransferOrderVariable): void => {
    const mark = variableMark(name)
    const [start, end] = caret.current ?? [terms.length, terms.length]
    change(terms.slice(0, start) + mark + terms.slice(end))
    // The list gives the focus back to itself once it has closed.
    setTimeout(() => {
      field.current?.focus()
      field.current?.setSelectionRange(start + mark.length, start + mark.length)
    })
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    const parsed = transferOrderTermsSchema.safeParse(terms)
    if (parsed.success) return saving.mutate(parsed.data)
    setProblem(parsed.error.issues[0]!.message)
    field.current?.focus()
  }
  const unknown = unknownVariables(terms)
  return (
    <div className={classes.columns}>
      <OfficeForm
        className={classes.card}
        saving={saving}
        isUnsaved={terms !== began}
        onSubmit={submit}
        trouble={<ChangeTrouble error={saving.error} onReload={onReload} />}
        buttons={
          mayChange && (
            <>
              <Button type="submit" loading={saving.isPending}>
                {t(($) => $.form.save)}
              </Button>
              {answer.terms !== null && (
                <Button
                  variant="default"
                  disabled={saving.isPending}
                  onClick={() =>
                    setModal({
                      title: t(($) => $.terms.backTitle),
                      content: t(($) => $.terms.backText),
                      confirmLabel: t(($) => $.terms.back),
                      destructive: true,
                      confirm: () => saving.mutate(null),
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
        <Text>{answer.terms === null ? t(($) => $.terms.standard) : t(($) => $.terms.own)}</Text>
        <ShortSelect
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
        <Textarea
          ref={field}
          label={t(($) => $.terms.field)}
          description={t(($) => $.terms.count, { count: [...terms].length, maximum: transferOrderTermsLimits.max })}
          withAsterisk
          autosize
          minRows={10}
          maxRows={24}
          value={terms}
          error={problem === null ? null : textOf(problem)}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={({ currentTarget: { selectionStart, selectionEnd } }) =>
            (caret.current = [selectionStart, selectionEnd])
          }
          disabled={!mayChange}
        />
      </OfficeForm>
      <TermsPreview terms={terms} />
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </div>
  )

  function textOf(code: string): string | null {
    const text = codeText(i18n, code)
    return code === 'FORM_TERMS_VARIABLE_UNKNOWN' ? `${text} ${unknown.join(', ')}` : text
  }
}

/** The product's own terms as they are written, with their variables. */
function standardTerms(texts: i18n): string {
  const found: unknown = texts.getResource(texts.language, 'document', 'print.buyback.defaultTerms')
  return typeof found === 'string' ? found : ''
}

function useSaveTerms(answer: TransferOrderTermsAnswer) {
  const http = useHttp()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return useFormSave({
    send: (terms: string | null) => http(patchTransferOrderTermsCall, { body: { terms }, ifMatch: answer.version }),
    onSaved: async (changed, _sent, isHere) => {
      queries.setQueryData(transferOrderQuery(http).queryKey, changed)
      if (!isHere) return
      await navigate({
        to: '/settings/transfer-order',
        search: { alert: { type: 'success', message: 'saved' } } as never,
        replace: true,
      })
    },
  })
}
