import { Link } from '@tanstack/react-router'
import { buttonStyle } from '../parts/button.tsx'
import { Page } from '../parts/page.tsx'
import { EmptyState } from '../parts/states.tsx'

/** What stands at an address that leads nowhere. */
export const NoSuchPage = () => (
  <Page title="Nothing here">
    <EmptyState
      title="There is no page at this address"
      action={
        <Link to="/" className={buttonStyle()}>
          Go to your site
        </Link>
      }
    >
      It may have been moved, or the address has a typing error.
    </EmptyState>
  </Page>
)
