import '../theme/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchActivity } from '../platform/session/activity.ts'
import { applyBrand } from '../platform/page/brand.ts'
import { watchNetwork } from '../platform/session/online.ts'
import { session } from '../platform/session/session.ts'
import { loadTranslator } from '../platform/textFiles.ts'
import { firstLanguage, setPageLanguage } from '../platform/texts.tsx'
import { watchVersion } from '../platform/session/version.ts'
import { extendWhileWorking } from '../sessions/index.ts'
import { Providers } from './Providers.tsx'
import { isOnOpenPage, router } from './router.tsx'

watchActivity()
watchNetwork()
watchVersion(() => isOnOpenPage() && router.latestLocation.pathname !== '/login')

const [first] = await Promise.all([loadTranslator(firstLanguage()), applyBrand(), session.join()])
extendWhileWorking()
// Before the first call, which asks for an answer in this language.
setPageLanguage(first.language)
const root = document.getElementById('root')
if (!root) throw new Error('no place to draw in')
createRoot(root).render(
  <StrictMode>
    <Providers first={first}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
