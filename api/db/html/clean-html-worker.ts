import { parentPort } from 'node:worker_threads'
import { cleanHtml } from './clean-html.ts'

parentPort?.on('message', (texts: readonly string[]) => parentPort?.postMessage(texts.map(cleanHtml)))
