import { Button, Text } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ClientLinks } from '#sync/calls/client.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { TruncatedSelect } from '#web/staff/ui/form/truncated-select.tsx'
import { buyersQuery } from './client-calls.ts'
import classes from './client.module.css'

/** Chooses a buyer that is not linked yet (ORG-13). */
export function AddBuyer(props: {
  readonly links: ClientLinks
  readonly isPending: boolean
  readonly onAdd: (buyerId: string, name: string) => void
}) {
  const { t } = useTranslation(['client', 'common'])
  const { links } = props
  const found = useQuery(buyersQuery(useHttp()))
  const [chosen, setChosen] = useState<string | null>(null)
  const linked = new Set([links.id, ...links.buyers.map(({ accountId }) => accountId)])
  const free = (found.data ?? []).filter(({ value }) => !linked.has(value))
  const choice = free.find(({ value }) => value === chosen)
  if (found.data !== undefined && free.length === 0) return <Text c="dimmed">{t(($) => $.linked.nobody)}</Text>
  return (
    <form
      className={classes.add}
      aria-label={t(($) => $.linked.add)}
      onSubmit={(event) => {
        event.preventDefault()
        if (choice !== undefined) props.onAdd(choice.value, choice.label)
      }}
    >
      <TruncatedSelect
        label={t(($) => $.linked.add)}
        placeholder={t(($) => $.linked.pick)}
        data={free}
        value={choice?.value ?? null}
        error={found.isError && t(($) => $.filter.notRead, { ns: 'common' })}
        searchable
        onChange={setChosen}
      />
      <Button
        type="submit"
        leftSection={<IconLink size={20} aria-hidden />}
        loading={props.isPending && choice !== undefined}
        disabled={choice === undefined}
      >
        {t(($) => $.linked.link)}
      </Button>
    </form>
  )
}
