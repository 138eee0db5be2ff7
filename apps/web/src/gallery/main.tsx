// A place to look at the pieces. Query: view, brand, scheme, lang, offline.
import '../theme/styles.ts'
import { languageOf } from '@steading/locales/languages'
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router'
import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { NotFoundPage } from '../app/ErrorPages.tsx'
import { Providers } from '../app/Providers.tsx'
import { wear } from '../platform/brand.ts'
import { parseSearch, writeSearch } from '../platform/search.ts'
import { speak } from '../platform/texts.tsx'
import { Login } from '../sessions/Login.tsx'
import { brandOf } from '../theme/brands.ts'
import { Dashboard } from './Dashboard.tsx'
import { Forms } from './Forms.tsx'
import './gallery.css'
import { InShell } from './InShell.tsx'
import { Lists } from './Lists.tsx'
import { Pieces } from './Pieces.tsx'

const ask = new URLSearchParams(location.search)
const view = ask.get('view') ?? 'pieces'
const brand = brandOf(ask.get('brand') ?? undefined)
const language = languageOf(ask.get('lang')) ?? 'en-US'
localStorage.setItem('steading.language', language)
document.documentElement.dataset.mantineColorScheme = ask.get('scheme') === 'dark' ? 'dark' : 'light'
localStorage.setItem('steading.scheme', ask.get('scheme') ?? 'light')

const inShell: Readonly<Record<string, ComponentType>> = {
  dashboard: Dashboard,
  list: Lists,
  form: Forms,
  pieces: Pieces,
  lost: NotFoundPage,
}
const Inside = inShell[view]
const router = createRouter({
  routeTree: createRootRoute({
    component: () =>
      Inside ? (
        <InShell brand={brand} offline={ask.has('offline')}>
          <Inside />
        </InShell>
      ) : (
        <Login of={brand} />
      ),
  }),
  history: createMemoryHistory({ initialEntries: [`/${view}`] }),
  parseSearch,
  stringifySearch: writeSearch,
})

const [first] = await Promise.all([speak(language), wear(brand)])
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Providers first={first}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
