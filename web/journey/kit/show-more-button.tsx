import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'

/** Says below a list how many entries it leaves out, and brings them (SHELL-12); nothing where it leaves out none. */
export function ShowMoreButton({ others, onShow }: { readonly others: number; readonly onShow: () => void }) {
  const { t } = useTranslation('journey')
  return others <= 0 ? null : (
    <Button kind="plain" onClick={onShow}>
      {t(($) => $.layout.others, { count: others })}
    </Button>
  )
}
