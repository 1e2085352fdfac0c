import { DeskProcess } from '../../electron/desk/testing/desk-process.ts';
import { WeakNetwork } from '../../electron/desk/testing/weak-network.ts';

/** Somebody at a computer, whose connection is bad and whose desk is killed now and then. */
export class Colleague {
  readonly name: string;
  readonly data: string;
  readonly network: WeakNetwork;
  desk: DeskProcess;
  isCut = false;
  kills = 0;

  private constructor(name: string, data: string, network: WeakNetwork, desk: DeskProcess) {
    this.name = name;
    this.data = data;
    this.network = network;
    this.desk = desk;
  }

  static async at(name: string, data: string, server: string): Promise<Colleague> {
    const network = await WeakNetwork.before(server);
    const desk = await DeskProcess.open(data, network.url);
    await desk.signIn(name);
    return new Colleague(name, data, network, desk);
  }

  cutOrMend(): void {
    if (this.isCut) this.network.mend();
    else this.network.cut();
    this.isCut = !this.isCut;
  }

  /** Ends the desk and opens it again; killed in the middle of whatever it does. */
  async openAgain(isKilled: boolean): Promise<void> {
    if (isKilled) await this.desk.kill();
    else await this.desk.close();
    if (isKilled) this.kills += 1;
    this.desk = await DeskProcess.open(this.data, this.network.url);
  }

  async end(): Promise<void> {
    await this.desk.close();
    await this.network.close();
  }
}
