import { IconArrowBackUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import words from './floor-text.module.css'

/** Names what an undo would take back, before it does. */
export function UndoTarget({ name }: { readonly name: string }) {
  const { t } = useTranslation('common')
  return (
    <p className={words.soft} data-testid="undo-target">
      <IconArrowBackUp size={20} aria-hidden /> {t(($) => $.action.undoes, { name })}
    </p>
  )
}
