import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** Prints the page of a list that is shown: its rows as a table, without what only a screen needs. */
export function PrintListButton() {
  const { t } = useTranslation('common')
  return (
    <Button variant="default" leftSection={<IconPrinter size={20} aria-hidden />} onClick={() => window.print()}>
      {t(($) => $.action.print)}
    </Button>
  )
}
