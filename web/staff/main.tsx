import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import './app/base.css'
import './styles.ts'
import * as z from 'zod'
import { guardSinks } from '#web/lib/trusted-html.ts'
import { startStaff } from './app/start.tsx'

// The content rules of this origin forbid making code at run time; `public/supported.js` says so before the first schema.
z.config({ jitless: true })
guardSinks()

const place = document.querySelector<HTMLElement>('#root')
if (place === null) throw new Error('the document has no place for the app')
void startStaff(place)
