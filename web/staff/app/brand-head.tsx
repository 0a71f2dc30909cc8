import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Brand } from '#web/lib/brand.ts'
import { pageTitleAtom } from '#web/lib/page-title.ts'
import { useAccountBranding } from './use-brand.ts'

const ownIcon = '/icons/icon.svg'

/** Title of page and account, favicon and browser colour of the account. */
export function BrandHead({ brand }: { readonly brand: Brand }) {
  const { name, favicon } = useAccountBranding()
  const title = useAtomValue(pageTitleAtom)
  useEffect(() => {
    const shown = [title, name].filter((part) => part !== '')
    if (shown.length > 0) document.title = shown.join(' – ')
  }, [title, name])
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (icon) {
      icon.type = favicon ? '' : 'image/svg+xml'
      icon.href = favicon ?? ownIcon
    }
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', brand.brand)
  }, [favicon, brand.brand])
  return null
}
