import '../theme/styles.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchActivity } from '../platform/activity.ts'
import { wear } from '../platform/brand.ts'
import { watchNetwork } from '../platform/online.ts'
import { session } from '../platform/session.ts'
import { firstLanguage, speak } from '../platform/texts.tsx'
import { watchVersion } from '../platform/version.ts'
import { extendWhileWorking } from '../sessions/index.ts'
import { Providers } from './Providers.tsx'
import { isOnOpenPage, router } from './router.tsx'

watchActivity()
watchNetwork()
watchVersion(() => isOnOpenPage() && router.latestLocation.pathname !== '/login')

const [first] = await Promise.all([speak(firstLanguage()), wear(), session.join()])
extendWhileWorking()
// Before the first call: it says in which language its answer is read.
document.documentElement.lang = first.language
const root = document.getElementById('root')
if (!root) throw new Error('no place to draw in')
createRoot(root).render(
  <StrictMode>
    <Providers first={first}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
