import { Kbd, Modal, Table } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isTaken, useScreenKeys } from './use-keys.ts'

/** Marks the field that `/` goes to. */
export const searchFieldMark = { 'data-search': '' } as const

/** Keys of every page: `/` goes to the search, `?` lists the keys, Escape closes. */
export function Shortcuts() {
  const { t } = useTranslation('common')
  const [open, setOpen] = useState(false)
  useScreenKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return
    if (event.key === '?') {
      event.preventDefault()
      setOpen(true)
    }
    const search = event.key === '/' ? document.querySelector<HTMLElement>('[data-search]') : null
    if (search) {
      event.preventDefault()
      search.focus()
    }
  })
  const rows = [
    ['/', t(($) => $.keys.search)],
    ['?', t(($) => $.keys.list)],
    ['Esc', t(($) => $.keys.close)],
    ['↵', t(($) => $.keys.submit)],
    ['↑ ↓', t(($) => $.keys.rows)],
  ] as const
  return (
    <Modal
      opened={open}
      onClose={() => setOpen(false)}
      title={t(($) => $.keys.title)}
      closeButtonProps={{ 'aria-label': t(($) => $.action.close) }}
    >
      <Table withRowBorders={false}>
        <Table.Tbody>
          {rows.map(([keys, text]) => (
            <Table.Tr key={keys}>
              <Table.Th scope="row" w={80}>
                <Kbd size="md">{keys}</Kbd>
              </Table.Th>
              <Table.Td>{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
