import { Logo } from '../../layout/logo.tsx'
import { CopyField } from '../../parts/copy-field.tsx'

/** What somebody sees who is not signed in. */
export const SignedOut = () => (
  <main className="mx-auto flex min-h-dvh max-w-md flex-col justify-center gap-5 px-5 pb-24">
    <title>Sign in · Sidenote</title>
    <Logo />
    <div className="flex flex-col gap-2">
      <h1 className="text-xl font-semibold tracking-tight">You are not signed in</h1>
      <p className="text-sm text-soft text-pretty">
        On the machine that the server runs on, this command prints an address that signs you in:
      </p>
    </div>
    <CopyField label="command" value="sidenote dashboard" />
  </main>
)
