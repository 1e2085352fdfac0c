import { AccountClosed, PlainError } from '#shared/protocol/errors.ts';
import { PATHS, type LoginRequest, type LoginResponse, type SignedInUser } from '#shared/protocol/sync.ts';
import { loginAnswerSchema } from '#shared/protocol/sync-answers.ts';
import { understood } from './understood.ts';
import { isPassing, type ByteRange, type Call, type ServerConnection } from './server-connection.ts';
import { AccountMayBeOpen } from './session-over.ts';

export interface Credentials {
  email: string;
  /** Kept in memory alone, to sign in to the server when a user who signed in offline is online again. */
  password?: string | undefined;
  refreshToken?: string | undefined;
}

/** Who this desk is at a sign-in; `proof` is what the server gave it for the user, if any. */
export type DeskIdentity = NonNullable<LoginRequest['desk']>;

export interface AccessSettings {
  connection: ServerConnection;
  desk: DeskIdentity;
  credentials: Credentials;
  /** The newest receipt that is kept of this server for the user. */
  receipt: () => string | undefined;
  /** Hears of each new refresh token, and of the user as the server knows it, before the new access token is used. */
  onRenewed(answer: LoginResponse): Promise<void>;
}

/** An access token this near to its end is renewed first. */
const MARGIN_MS = 20_000;
/** A few hundred bytes each way, in milliseconds. */
const SMALL_MS = 30_000;
/** Nobody waits for a picture that is sent. */
const UPLOAD_PATIENCE_MS = 5 * 60_000;

/** Calls of the server in the name of the signed-in user, with an access token that is renewed as need be. */
export class ServerAccess {
  readonly #settings: AccessSettings;
  readonly #credentials: Credentials;
  #token: string | undefined;
  /** By the clock of this run, which does not jump. */
  #goodUntil = 0;
  readonly #leaving = new AbortController();
  #renewing: Promise<string> | undefined;

  constructor(settings: AccessSettings, signedIn?: LoginResponse) {
    this.#settings = settings;
    this.#credentials = { ...settings.credentials };
    if (signedIn) this.#take(signedIn);
  }

  get password(): string | undefined {
    return this.#credentials.password;
  }

  /** The user has set another password. Nothing is kept where nothing was. */
  passwordChanged(password: string): void {
    if (this.#credentials.password !== undefined) this.#credentials.password = password;
  }

  /** Throws PlainError `unauthenticated` where the user must sign in, `session-ended`, other refusals, or NetworkFailure. */
  call<Answer>(path: string, call: Call): Promise<Answer> {
    return this.#withToken((token) => this.#settings.connection.call<Answer>(path, { ...call, token }));
  }

  /** Sends bytes. Throws as `call`. */
  upload(path: string, bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    const { connection } = this.#settings;
    return this.#withToken((token) =>
      connection.upload(path, bytes, { token, signal, patience: UPLOAD_PATIENCE_MS }),
    );
  }

  /** Fetches bytes, all or those of the range. Throws as `call`. */
  download(path: string, signal: AbortSignal, range?: ByteRange): Promise<Uint8Array> {
    const { connection } = this.#settings;
    return this.#withToken((token) => connection.download(path, { token, signal, range }));
  }

  /** Makes a call; once more where the server no longer knows the token. */
  async #withToken<Answer>(call: (token: string) => Promise<Answer>): Promise<Answer> {
    const token = await this.token();
    try {
      return await call(token);
    } catch (error) {
      if (!(error instanceof PlainError) || error.code !== 'unauthenticated') throw error;
      return call(await this.#renew(token));
    }
  }

  async stream(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    return this.#settings.connection.stream(path, await this.token(), signal);
  }

  /** An access token that is good for a while. */
  async token(): Promise<string> {
    if (this.#token !== undefined && performance.now() < this.#goodUntil) return this.#token;
    return this.#renew(this.#token);
  }

  /** Ends the session on the server. */
  async signOut(): Promise<void> {
    if (this.#token === undefined && this.#credentials.refreshToken === undefined) return;
    const token = await this.token();
    await this.#settings.connection.call(PATHS.logout, {
      token,
      signal: this.#leaving.signal,
      atMost: SMALL_MS,
    });
  }

  /** The user has left: nothing is waited for any more, and no token is renewed. */
  leave(): void {
    this.#leaving.abort();
  }

  #renew(used: string | undefined): Promise<string> {
    // Somebody else may have renewed it while the call was under way.
    if (this.#token !== undefined && this.#token !== used) return Promise.resolve(this.#token);
    this.#renewing ??= this.#exchange().finally(() => (this.#renewing = undefined));
    return this.#renewing;
  }

  async #exchange(): Promise<string> {
    const answer = (await this.#byRefreshToken()) ?? (await this.#byPassword());
    if (!answer) throw new PlainError('unauthenticated', 'Sign in again to go on syncing.');
    // The server forgets the old refresh token: the new one must be kept before anything else happens.
    await this.#settings.onRenewed(answer);
    return this.#take(answer);
  }

  async #byRefreshToken(): Promise<LoginResponse | undefined> {
    const { refreshToken } = this.#credentials;
    if (refreshToken === undefined) return undefined;
    try {
      const call = { body: { refreshToken }, signal: this.#leaving.signal, atMost: SMALL_MS };
      return understood(
        loginAnswerSchema,
        await this.#settings.connection.call<LoginResponse>(PATHS.refresh, call),
      );
    } catch (error) {
      if (!(error instanceof PlainError) || error.code !== 'unauthenticated') throw error;
      delete this.#credentials.refreshToken;
      return undefined;
    }
  }

  async #byPassword(): Promise<LoginResponse | undefined> {
    const { email, password } = this.#credentials;
    if (password === undefined) return undefined;
    try {
      const { connection, desk, receipt } = this.#settings;
      return await logIn(connection, { email, password, desk }, receipt, this.#leaving.signal);
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      if (error.code !== 'unauthenticated' && error.code !== 'second-factor') throw error;
      delete this.#credentials.password;
      // Only the user has the code: what is here stays, and waits for the user to sign in.
      if (error.code === 'second-factor') return undefined;
      // It opened what is kept here, and is not the password any more.
      throw new PlainError(
        'session-ended',
        'The server does not take this email and password any more. Sign in with the present ones.',
      );
    }
  }

  #take(answer: LoginResponse): string {
    const { token, expiresIn, refreshToken } = answer;
    this.#token = token;
    this.#goodUntil = performance.now() + Math.max(expiresIn * 1000 - MARGIN_MS, (expiresIn * 1000) / 2);
    if (refreshToken !== undefined) this.#credentials.refreshToken = refreshToken;
    return token;
  }
}

/**
 * Signs in. Where the server says that the account is closed, it is asked once more and shown the receipt that is kept for
 * that account: after it was put back to an older state, it may not know better.
 * @throws AccountMayBeOpen where it was put back, or could not be asked; AccountClosed where the account is closed;
 * otherwise as ServerConnection.call.
 */
export async function logIn(
  connection: ServerConnection,
  request: LoginRequest & { desk: DeskIdentity },
  receiptOf: (account: string) => string | undefined | Promise<string | undefined>,
  signal?: AbortSignal,
): Promise<LoginResponse> {
  const ask = async (desk: DeskIdentity): Promise<LoginResponse> => {
    const call = { body: { ...request, desk }, atMost: 15_000, signal };
    return understood(loginAnswerSchema, await connection.call<LoginResponse>(PATHS.login, call));
  };
  try {
    return await ask(request.desk);
  } catch (error) {
    if (!(error instanceof AccountClosed)) throw error;
    const receipt = await receiptOf(error.account);
    if (receipt === undefined) throw error;
    try {
      return await ask({ ...request.desk, receipt });
    } catch (again) {
      if (again instanceof AccountClosed && again.putBack) throw new AccountMayBeOpen(again);
      if (isPassing(again)) throw new AccountMayBeOpen(error);
      throw error;
    }
  }
}

export function isSameUser(one: SignedInUser, other: SignedInUser): boolean {
  return (
    one._id === other._id && one.name === other.name && one.email === other.email && one.role === other.role
  );
}
