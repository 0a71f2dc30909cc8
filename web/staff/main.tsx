import './library-styles.ts'
import '@mantine/notifications/styles.layer.css'
import './app/base.css'
import './styles.ts'
import { guardSinks } from '#web/lib/trusted-html.ts'
import { startStaff } from './app/start.tsx'

guardSinks()

const place = document.querySelector<HTMLElement>('#root')
if (place === null) throw new Error('the document has no place for the app')
void startStaff(place)
