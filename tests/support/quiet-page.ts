/** What a browser shows as a page of this origin, under the rules of pages, while nothing of the app runs in it. */
export const quietPage = '/early-keys.js'
