import { Alert, Button, TextInput } from '@mantine/core'
import { IconUserSearch } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { findCustomersCall, takeCustomerCall } from '#sync/calls/customer-found-again.ts'
import type { Answer } from '#web/lib/http.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useIsOnline } from '#web/local/engine/engine-context.tsx'
import type { CustomerDraft } from './customer-draft.ts'
import classes from '../counter.module.css'

/**
 * A customer who agreed to it at an earlier sale, found again by all of a phone number or e-mail. Nothing is whole until
 * one is chosen, and nothing of it is stored: it goes into the draft, in the memory of this tab.
 */
export function FindCustomer({ onTake }: { readonly onTake: (change: Partial<CustomerDraft>) => void }) {
  const { t } = useTranslation('counter')
  const format = useFormat()
  const http = useHttp()
  const isOnline = useIsOnline()
  const [typed, setTyped] = useState('')
  const search = useSingleMutation({
    mutationFn: (contact: string) => http(findCustomersCall, { body: { contact } }),
    gcTime: 0,
  })
  const take = useSingleMutation({
    mutationFn: ({ id, contact }: { readonly id: string; readonly contact: string }) =>
      http(takeCustomerCall, { params: { id }, body: { contact } }),
    gcTime: 0,
  })
  const contact = typed.trim()
  const found = search.data?.customers
  const hasFailed = search.isError || take.isError
  return (
    <form
      role="search"
      aria-label={t(($) => $.found.title)}
      autoComplete="off"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        if (contact !== '' && isOnline) search.mutate(contact)
      }}
    >
      <div className={classes.finding}>
        <TextInput
          size="lg"
          label={t(($) => $.found.label)}
          description={isOnline ? t(($) => $.found.hint) : t(($) => $.found.offline)}
          disabled={!isOnline}
          autoComplete="off"
          spellCheck={false}
          inputMode="email"
          enterKeyHint="search"
          name="contact"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            search.reset()
            take.reset()
          }}
        />
        <Button
          type="submit"
          size="lg"
          variant="default"
          disabled={!isOnline || contact === ''}
          loading={search.isPending}
          leftSection={<IconUserSearch size={20} aria-hidden />}
        >
          {t(($) => $.found.search)}
        </Button>
      </div>
      <div role="status" aria-live="polite">
        {found === undefined ? null : found.length === 0 ? (
          <p className={classes.hint}>{t(($) => $.found.none)}</p>
        ) : (
          <ul className={classes.lines}>
            {found.map(({ id, name, email, phone, soldAt }) => (
              <li key={id}>
                <button
                  type="button"
                  className={classes.foundOne}
                  // Of this call: another contact, or the end of this form, forgets its answer.
                  onClick={() => take.mutate({ id, contact }, { onSuccess: (found) => onTake(draftOf(found)) })}
                >
                  <strong>{name}</strong>
                  <span className={classes.soft}>{[email, phone].join(' · ')}</span>
                  <span className={classes.soft}>
                    {t(($) => $.found.soldAt, { day: format.date(new Date(soldAt)) })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {hasFailed ? (
        <Alert color="orange" variant="light" role="alert" mb="lg">
          {t(($) => $.found.failed)}
        </Alert>
      ) : null}
    </form>
  )
}

/** The draft of a customer who was found: the agreement goes on unless the customer ends it. */
function draftOf({ id, customer, identification, bank, language }: Answer<typeof takeCustomerCall>) {
  const name = { firstName: customer.clientFirstname, lastName: customer.clientLastname }
  return {
    customer,
    former: { id, identification, bank, name },
    mayBeFound: true,
    language,
    checkedFor: null,
    faults: [],
  } satisfies Partial<CustomerDraft>
}
