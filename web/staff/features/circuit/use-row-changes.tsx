import { Text } from '@mantine/core'
import { IconArchive, IconCopyPlus, IconEye, IconPencil } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { circuitKey } from '#web/lib/circuit-key.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ActionDialog } from '#web/staff/ui/action-dialog.tsx'
import type { RowAction } from '#web/staff/ui/list/data-list.tsx'
import { searchWith } from '#web/staff/ui/search-with.ts'
import { CallProblem } from './circuit-call-problem.tsx'

/** What a list of circuits, shipping methods or payment modes does with a row. */
interface RowChanges<Row> {
  readonly mayChange: boolean
  readonly nameOf: (row: Row) => string
  readonly open: (row: Pick<Row & { readonly id: string }, 'id'>) => void
  readonly duplicate: (row: Row, name: string) => Promise<{ readonly id: string }>
  readonly archive: (row: Row) => Promise<unknown>
}

/** The actions of a row, and the question that archiving asks; what keeps the row is said in it (CIRC-11). */
export function useRowChanges<Row extends { readonly id: string; readonly status: string }>(
  changes: RowChanges<Row>,
): { readonly actions: readonly RowAction<Row>[]; readonly dialog: ReactNode } {
  const { t } = useTranslation(['circuit', 'common'])
  const { mayChange, nameOf, open } = changes
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<Row | null>(null)
  const copying = useSingleMutation({
    mutationFn: (row: Row) =>
      changes.duplicate(
        row,
        t(($) => $.row.copyOf, { name: nameOf(row) }),
      ),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: circuitKey })
      open(made)
    },
  })
  const stays = ({ status }: Row): boolean => status !== 'archived'
  const actions: readonly RowAction<Row>[] = mayChange
    ? [
        { label: t(($) => $.action.edit, { ns: 'common' }), icon: IconPencil, run: open, applies: stays },
        {
          label: t(($) => $.action.open, { ns: 'common' }),
          icon: IconEye,
          run: open,
          applies: (row) => !stays(row),
        },
        { label: t(($) => $.row.duplicate), icon: IconCopyPlus, run: (row) => copying.mutate(row) },
        { label: t(($) => $.row.archive), icon: IconArchive, run: setLeaving, applies: stays },
      ]
    : [{ label: t(($) => $.action.open, { ns: 'common' }), icon: IconEye, run: open }]
  const dialog =
    leaving === null ? null : (
      <ArchiveDialog name={nameOf(leaving)} archive={() => changes.archive(leaving)} onClose={() => setLeaving(null)} />
    )
  return { actions, dialog }
}

function ArchiveDialog(props: {
  readonly name: string
  readonly archive: () => Promise<unknown>
  readonly onClose: () => void
}) {
  const { name, onClose } = props
  const { t } = useTranslation('circuit')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const archiving = useSingleMutation({
    mutationFn: props.archive,
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: circuitKey })
      onClose()
      const alert = { type: 'success', message: 'saved' }
      await navigate({ to: '.', search: searchWith({ alert }), replace: true })
    },
    // What keeps it is said in the dialog; the list behind it is read again.
    onError: () => queries.invalidateQueries({ queryKey: circuitKey }),
  })
  return (
    <ActionDialog
      title={t(($) => $.row.archiveTitle, { name })}
      confirmLabel={t(($) => $.row.archive)}
      isDestructive
      isPending={archiving.isPending}
      problem={null}
      onClose={onClose}
      onConfirm={() => archiving.mutate()}
    >
      <Text>{t(($) => $.row.archiveText)}</Text>
      <CallProblem error={archiving.error} onReload={onClose} />
    </ActionDialog>
  )
}
